// The question of a launch: a litmus test's, with registers and arrays as PTX has them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/kernels/launch.hpp"
#include "opmodel/condition.hpp"

namespace opexplore::kernel {

/// What a question mentions, and what to write instead.
struct Names {
  /// For `0:%r3` or `0:r3`: thread and name without the percent sign, and whether it had one.
  std::function<std::string(std::uint32_t thread, const std::string& name, bool percent)> reg;
  /// For `x[1]` or `x`: name and index, -1 without.
  std::function<std::string(const std::string& name, int index)> location;
};

/// The question with every name replaced. What is shorter is filled with blanks, so that columns in
/// messages stay right.
std::string renamed(std::string_view question, const Names& names);

/// Reads the question; fills quantifier, condition, filter, observables and shown of `test`, whose
/// program must be in place. `text` is the launch's question, renamed; `float_bytes` is that of
/// with_float_bits(). Throws InputError with a place in the launch.
void read_question(const std::string& text, const Launch& launch,
                   const std::vector<std::uint32_t>& float_bytes, Test& test);

}  // namespace opexplore::kernel
