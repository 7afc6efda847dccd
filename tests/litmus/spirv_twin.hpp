// The SPIR-V kernel that does what a litmus test of Vulkan does.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "litmus/kernels/launch.hpp"
#include "opmodel/condition.hpp"

namespace opexplore::testing {

/// A kernel in which each thread of the test has a case of its own. Registers are variables of the
/// thread's own, and those that the question mentions are stored to buffers at the end.
struct SpirvTwin {
  std::string text;
  /// For each observable of the test the location of the kernel that holds it.
  std::vector<std::string> names;
  /// The same launch for a binary module; there is none with several subgroups in a workgroup.
  std::optional<kernel::Launch> launch;
};

/// Nothing for tests with what SPIR-V does not have, or not as the litmus dialect has it: several
/// queue families, aliases, operations of the device, images, quorums, some arithmetic.
std::optional<SpirvTwin> spirv_twin(const Test& test);

}  // namespace opexplore::testing
