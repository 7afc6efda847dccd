// The machines of a ranking: each machine, and each chip of a machine that knows chips.
#pragma once

#include <string>
#include <vector>

#include "answers/machine_choice.hpp"
#include "hardware/ranking.hpp"

namespace opexplore {

/// A machine with all settings, and the columns that it is judged on.
struct ChosenContender {
  ChosenMachine machine;
  std::vector<std::size_t> columns;
};

/// One for each machine; where a machine offers a setting `chip` and none is chosen, one for each
/// of its chips. A chip without observations is left out, and `notes` says so.
std::vector<ChosenContender> contenders_of(const std::vector<ChosenMachine>& machines,
                                           const Observations& observations,
                                           std::vector<std::string>& notes);

/// What a ranking says of it, without answers.
Contender description(const ChosenContender& contender);

}  // namespace opexplore
