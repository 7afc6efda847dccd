// Tests that need CUDA's compiler.
#pragma once

#include <optional>

#include "hardware/toolchain.hpp"
#include "tests/skip.hpp"

namespace opexplore::testing {

/// CUDA's compiler; nothing, and the test is skipped, where there is none.
inline std::optional<hardware::Toolkit> toolkit_or_skip() {
  try {
    return hardware::find_toolkit("nvcc");
  } catch (const hardware::ToolchainError& error) {
    skip("nvcc", error.what());
    return std::nullopt;
  }
}

}  // namespace opexplore::testing
