// A whole suite is compiled, and what became of its tests in the machine code is entered.
#pragma once

#include <string>
#include <vector>

#include "hardware/build.hpp"
#include "hardware/suite.hpp"
#include "hardware/toolchain.hpp"

namespace opexplore::hardware {

/// A test that could not be built.
struct BuildFailure {
  std::string test;
  std::string error;  ///< the toolkit's words
};

/// Builds every test of the suite that has a program, for the suite's architecture; that of the
/// options does not count. What was built before stays if there was no time to build it again; then
/// failures are not told apart, and none is returned. Throws ToolchainError, and MachineCodeError
/// for cubins that are none.
std::vector<BuildFailure> build_suite(Suite& suite, const Toolkit& toolkit, BuildOptions options);

}  // namespace opexplore::hardware
