// The race that a path of the machine ends with, as the two accesses and what they lack.
#pragma once

#include <optional>
#include <span>

#include "opmodel/condition.hpp"
#include "opmodel/data_race.hpp"
#include "opmodel/machines/vulkan/state.hpp"
#include "opmodel/rule.hpp"
#include "opmodel/setting.hpp"

namespace opexplore::vulkan {

struct RaceAtEnd {
  ThreadId first_thread = 0;
  InstructionId first = 0;  ///< the one that the other one comes after
  ThreadId second_thread = 0;
  InstructionId second = 0;
  Missing missing = Missing::order;
};

/// Takes the steps under those options; nothing if they are none, or end without a race.
std::optional<RaceAtEnd> race_at_end(const Test& test, const MachineOptions& options,
                                     std::span<const Step> steps);

}  // namespace opexplore::vulkan
