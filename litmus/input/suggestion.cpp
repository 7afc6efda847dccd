#include "litmus/input/suggestion.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "litmus/input/source.hpp"

namespace opexplore {
namespace {

// Letters to insert, remove, replace or swap with their neighbours; the words are short.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  // By how much of each: those of the last three letters of `a`, newest first.
  std::array<std::vector<std::size_t>, 3> rows;
  for (std::vector<std::size_t>& row : rows) row.resize(b.size() + 1);
  std::iota(rows[0].begin(), rows[0].end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::rotate(rows.begin(), rows.end() - 1, rows.end());
    rows[0][0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = rows[1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      rows[0][j] = std::min({rows[1][j] + 1, rows[0][j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) rows[0][j] = std::min(rows[0][j], rows[2][j - 2] + 1);
    }
  }
  return rows[0].back();
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
