// Where the threads of a Vulkan test run, as their headings say it.
#pragma once

#include <string>

#include "litmus/language/builder.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::detail {

/// Reads `P0@sg 0, wg 0, qf 0`, the levels in any order, and adds the thread.
void read_vulkan_heading(Tokens& tokens, ProgramBuilder& builder);

/// "P0@sg 0,wg 0,qf 0".
std::string vulkan_heading(const Program& program, std::size_t thread);

}  // namespace opexplore::detail
