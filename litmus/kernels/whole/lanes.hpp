// What the lanes of a warp give each other (PTX ISA 9.7.9.6 "shfl.sync", 9.7.13 "vote.sync",
// "match.sync", "redux.sync", "elect.sync"), once all that an instruction names have come.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "litmus/kernels/step.hpp"

namespace opexplore::kernel {

/// Lanes that have come to one instruction. What a lane gives it has read from its operands.
struct ComeLanes {
  std::uint32_t mask = 0;  ///< of those that have come
  std::array<Step*, warp_size> steps = {};
};

/// The mask that it names; all where matrices are multiplied or moved. Throws InputError and
/// LeftOpen; nothing, and the thread stops, if the mask is wrong.
std::optional<std::uint32_t> named_lanes(Step& step);

/// Sets what each lane gets. A lane stops that gives what has no value. Throws InputError and
/// LeftOpen.
void exchange_values(const ComeLanes& lanes);

}  // namespace opexplore::kernel
