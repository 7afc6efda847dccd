// CUDA C++ as words, for what can be told of it without a compiler.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "opmodel/program.hpp"

namespace opexplore::kernel {

/// An identifier, a number, a literal or a single character.
struct CudaWord {
  std::string_view text;
  SourcePlace place;
  bool conditional = false;  ///< between `#if` and `#endif`

  bool is(std::string_view other) const { return text == other; }
  bool is_name() const;
};

/// Some that follow each other.
using CudaWords = std::span<const CudaWord>;

/// The words of the text without comments and directives.
std::vector<CudaWord> cuda_words(std::string_view text);

/// Index behind the bracket that closes the one at `open`; the end if none does.
std::size_t behind_bracket(CudaWords words, std::size_t open, std::string_view opens,
                           std::string_view closes);

}  // namespace opexplore::kernel
