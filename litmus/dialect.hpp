// The two spellings of a litmus test.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace opexplore {

/// `ptx` is the dialect of Dartagnan, threads placed in their row; `gpu_ptx` that of
/// Sorensen 2014, section 3.1, with declared registers, a scope tree and a memory map.
/// Every program can be written in either.
enum class Dialect : std::uint8_t { ptx, gpu_ptx };

/// What the dialect calls a thread: "P3" or "T3".
inline std::string thread_name(Dialect dialect, std::size_t number) {
  return (dialect == Dialect::ptx ? "P" : "T") + std::to_string(number);
}

}  // namespace opexplore
