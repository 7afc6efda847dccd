// The spellings of a litmus test.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "opmodel/program.hpp"

namespace opexplore {

/// `ptx` is the dialect of Dartagnan, threads placed in their row; `gpu_ptx` that of
/// Sorensen 2014, section 3.1, with declared registers, a scope tree and a memory map.
/// Every PTX program can be written in either. `cxx` is herd's C format, for C++ programs.
enum class Dialect : std::uint8_t { ptx, gpu_ptx, cxx };

/// The dialect that the program is written in if nobody chooses: Dartagnan's, or C++.
inline Dialect native_dialect(const Program& program) {
  return program.language == Language::cxx ? Dialect::cxx : Dialect::ptx;
}

/// What the dialect calls a thread: "P3" or "T3".
inline std::string thread_name(Dialect dialect, std::size_t number) {
  return (dialect == Dialect::gpu_ptx ? "T" : "P") + std::to_string(number);
}

}  // namespace opexplore
