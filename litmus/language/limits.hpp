// How large a test may be. The model packs identifiers into bytes; these limits
// keep every index in range and leave room for the machines' own bits.
#pragma once

#include <cstddef>

namespace opexplore {

inline constexpr std::size_t max_threads = 64;         ///< machines may run fewer, and say so
inline constexpr std::size_t max_registers = 64;       ///< per thread
inline constexpr std::size_t max_addresses = 64;       ///< names of locations, aliases included
inline constexpr std::size_t max_instructions = 4096;  ///< per thread
inline constexpr std::size_t max_nesting = 200;        ///< of parentheses and negations

}  // namespace opexplore
