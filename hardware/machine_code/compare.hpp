// Whether the machine code of a test does what the test says.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "hardware/prepared.hpp"
#include "hardware/survival.hpp"

namespace opexplore::hardware {

/// What became of each thread, by thread. `cubin` is the linked one: roles and kernels together.
/// Throws MachineCodeError for bytes that are no cubin, or one for another architecture.
std::vector<Survival> survival_of(const Prepared& prepared, std::span<const std::byte> cubin);

}  // namespace opexplore::hardware
