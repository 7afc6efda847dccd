// The race that a path of the machine ends with.
#pragma once

#include <optional>
#include <span>

#include "opmodel/condition.hpp"
#include "opmodel/data_race.hpp"
#include "opmodel/rule.hpp"
#include "opmodel/setting.hpp"

namespace opexplore::cxx {

/// Takes the steps under those options; nothing if they are none, or end without a race.
std::optional<RacingPair> race_at_end(const Test& test, const MachineOptions& options,
                                      std::span<const Step> steps);

}  // namespace opexplore::cxx
