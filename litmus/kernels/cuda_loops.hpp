// Loops of CUDA C++, as far as words tell them.
#pragma once

#include <cstdint>
#include <string_view>

namespace opexplore::kernel {

/// Whether the line, from 1, has something of the body of a `for`, `while` or `do`.
bool in_loop(std::string_view source, std::uint32_t line);

}  // namespace opexplore::kernel
