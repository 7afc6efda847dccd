// Amounts and words that options have.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "litmus/amounts.hpp"
#include "litmus/usage_error.hpp"
#include "tools/option_rows.hpp"

namespace opexplore {

/// More threads than any computer has cores are a mistake, and cannot all be started.
inline constexpr std::uint64_t most_threads = 1024;

/// The number that an option has, from `least` to `most`. Throws UsageError.
std::uint64_t number_of(const Written& written, std::uint64_t least, std::uint64_t most);

/// The count that an option has, with suffixes as parse_amount. Throws UsageError.
std::uint64_t amount_of(const Written& written, std::uint64_t unit);

/// The time that an option has. Throws UsageError.
std::chrono::milliseconds duration_of(const Written& written);

/// What each word that an option may have means.
template <class T>
using Choices = std::vector<std::pair<std::string_view, T>>;

/// What to throw for a word that an option does not know: names the nearest, or all.
UsageError no_such_word(const Written& written, const std::vector<std::string>& words);

/// The meaning of the word that an option has. Throws UsageError.
template <class T>
T one_of(const Written& written, const Choices<T>& choices) {
  std::vector<std::string> words;
  for (const auto& [word, meaning] : choices) {
    if (word == written.text) return meaning;
    words.emplace_back(word);
  }
  throw no_such_word(written, words);
}

}  // namespace opexplore
