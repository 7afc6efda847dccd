#include "litmus/input/suggestion.hpp"

#include <algorithm>
#include <numeric>

#include "litmus/input/source.hpp"

namespace opexplore {
namespace {

// Levenshtein distance; the words are short.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row.back();
}

}  // namespace

std::optional<std::string> nearest(std::string_view name, std::span<const std::string> candidates) {
  const std::string* best = nullptr;
  std::size_t distance = name.size() / 3 + 2;  // more edits than this: another word
  for (const std::string& candidate : candidates) {
    const std::size_t edits = edit_distance(name, candidate);
    if (edits < distance) {
      distance = edits;
      best = &candidate;
    }
  }
  return best == nullptr ? std::nullopt : std::optional<std::string>(*best);
}

namespace detail {

std::optional<std::string_view> nearest(std::string_view word,
                                        const std::vector<std::string_view>& candidates) {
  constexpr std::size_t longest = 24;
  if (word.size() > longest) return std::nullopt;
  // Two slips in a long word are a slip, in a short one another word.
  std::size_t best = word.size() < 4 ? 2 : 3;
  std::optional<std::string_view> result;
  for (const std::string_view candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best && distance < std::max(word.size(), candidate.size())) {
      best = distance;
      result = candidate;
    }
  }
  return result;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates,
                         std::string otherwise) {
  const std::optional<std::string_view> candidate = nearest(word, candidates);
  if (candidate) return "did you mean " + quote(*candidate) + "?";
  return otherwise;
}

}  // namespace detail

}  // namespace opexplore
