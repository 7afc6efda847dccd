// Searches that reading a kernel needs.
#pragma once

#include <functional>
#include <optional>

#include "answers/machine_choice.hpp"
#include "litmus/kernels/launch.hpp"

namespace opexplore {

/// Explores tests on the machine; nothing where a limit comes first, an execution does not come to
/// its end, or the machine finds no races and they are asked for.
std::function<std::optional<kernel::SearchedEnds>(const Test&, kernel::SearchWish)>
searched_ends_on(const ChosenMachine& machine, const ExploreOptions& explore);

}  // namespace opexplore
