// Inputs of which several values are explored: `--input n=0..3`, `--input flag=any`; and shapes of
// which several are, `--grid 1..4 --block 32 --block 64`. Each choice is a launch of its own, and
// together they are one question.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "litmus/kernels/input_case.hpp"
#include "litmus/kernels/launch_words.hpp"

namespace opexplore::kernel {

/// More launches than this are refused: each is compiled to a test and explored.
inline constexpr std::size_t most_cases = 256;

/// What a word that says an input needs to know of the kernel.
struct InputNames {
  /// Whether the name is one number, so that a comma stands between values that it may have, and
  /// not between the elements of what is several.
  std::function<bool(const std::string& name)> is_number;
  /// The numbers that stand for all that the input may be. Throws as fail() does where no small set
  /// does.
  std::function<std::vector<Value>(const LaunchWord& word, const std::string& name)> any;
};

/// One of the launches that words mean.
struct LaunchCase {
  LaunchWords words;               ///< each input has one value
  std::vector<InputValue> inputs;  ///< those that have others in other launches
};

/// All of them, the first input changing last, and of several shapes those with fewer threads
/// first. Throws as fail() does for malformed sets, and where there are too many.
std::vector<LaunchCase> cases_of(const LaunchWords& words, const InputNames& names);

/// Adds a shape to those that a word says: `--block 32 --block 64`.
void add_shape(std::optional<LaunchWord>& word, LaunchWord more);

/// `name=value`. Throws as fail() does.
std::pair<std::string, std::string> assignment(const LaunchWord& word);

}  // namespace opexplore::kernel
