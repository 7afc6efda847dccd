// C++ tests as CUDA C++: what compilers are given.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "litmus/input/input_error.hpp"
#include "mappings/atomic_words.hpp"
#include "mappings/table.hpp"
#include "opmodel/condition.hpp"

namespace opexplore::mappings {

/// A kernel per thread, and what its parameters are.
struct CudaText {
  std::string text;
  /// Of each kernel, `P0`, `P1`, …: the registers of the source that it stores at its end,
  /// element k of its last parameter. The other parameters are the locations, in their order.
  std::vector<std::vector<RegisterId>> results;
  std::vector<std::size_t> result_width;  ///< bytes of an element, by thread
  std::vector<std::size_t> width;         ///< bytes of a location, by LocationId
};

/// How the program is written.
struct CudaStyle {
  Atomics atomics = Atomics::libcudacxx;
  Width width = Width::bits32;  ///< of the locations, if it is a small one
};

/// The test in CUDA C++. Registers are local variables; those that `source`
/// observes are stored to memory when all is done. Threads become kernels of their own, so that the
/// compiler keeps them apart. Throws InputError, with the place in the source, for what CUDA C++
/// has no words for, and MappingError for numbers that a small object does not hold.
CudaText cuda_text(const Test& source, const CudaStyle& style = {});

}  // namespace opexplore::mappings
