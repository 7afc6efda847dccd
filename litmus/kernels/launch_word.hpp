// A word that says how a kernel or a shader is launched, from the command line or a comment of the
// source, and what such words are made of.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/kernels/launch.hpp"
#include "opmodel/program.hpp"

namespace opexplore::kernel {

/// A value of an option, and where it was written.
struct LaunchWord {
  std::string option;  ///< "--input"
  std::string text;    ///< "out=buffer(1)"
  std::string path;    ///< of the source that has it in a comment; empty: the command line
  SourcePlace place = {};
};

/// Throws UsageError for a word of the command line, InputError for one of a source.
[[noreturn]] void fail(const LaunchWord& word, const std::string& message,
                       const std::string& advice = "");

/// `4` or `0x10`, and nothing behind it.
std::optional<Value> number_in(std::string_view text);

/// N of `buffer(N)`: nothing if the text does not begin so; 0 if N is no number or less than 1.
std::optional<Value> buffer_size_in(std::string_view text);

/// The parts between separators, of which there may be none.
std::vector<std::string> listed(std::string_view text, char separator);

/// `2`, `2,1,1` or `2x1`. Throws as fail() does.
Triple shape(const LaunchWord& word);

}  // namespace opexplore::kernel
