// How the values of a request are read: words, lists of words, numbers and ranges.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "litmus/generate/request.hpp"
#include "litmus/input/suggestion.hpp"
#include "litmus/input/usage_error.hpp"
#include "opmodel/words.hpp"

namespace opexplore::generate {

/// What was given for the option, without its dashes; empty if nothing was.
std::string value(const Request& request, const std::string& name);

/// The same as a list.
std::vector<std::string> items(const Request& request, const std::string& name);

/// What the word means. Throws UsageError, which names the option.
template <class T>
T chosen(const std::string& option, const std::string& word, std::span<const Word<T>> words) {
  std::vector<std::string> names;
  std::string known;
  for (const auto& [name, meaning] : words) {
    if (name == word) return meaning;
    names.emplace_back(name);
    known += (known.empty() ? "" : ", ") + names.back();
  }
  const auto close = nearest(word, names);
  throw UsageError("--" + option + " knows no '" + word + "'",
                   close ? "did you mean " + *close + "?" : "choose from " + known);
}

/// The list without repetitions; the default if it was not given. Throws UsageError.
template <class T>
std::vector<T> list(const Request& request, const std::string& option,
                    std::span<const Word<T>> words, std::vector<T> otherwise) {
  const std::vector<std::string> given = items(request, option);
  if (given.empty()) return otherwise;
  std::vector<T> result;
  for (const std::string& word : given) {
    const T meaning = chosen(option, word, words);
    if (std::find(result.begin(), result.end(), meaning) == result.end()) result.push_back(meaning);
  }
  return result;
}

/// A number. Throws UsageError, which names the option.
std::size_t number(const std::string& option, const std::string& text);

/// `2` or `2-4`. Throws UsageError, which names the option.
std::pair<unsigned, unsigned> range(const std::string& option, const std::string& text,
                                    std::pair<unsigned, unsigned> bounds);

}  // namespace opexplore::generate
