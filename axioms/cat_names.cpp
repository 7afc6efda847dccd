#include "axioms/cat_names.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace opexplore::axioms {

namespace {

// Nobody misspells longer ones, and the comparison takes the product of the lengths.
constexpr std::size_t longest_name = 64;

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

// Insertions, deletions and replacements from one name to the other; letter case is half one.
std::size_t distance(const std::string& from, const std::string& to) {
  std::vector<std::size_t> row(to.size() + 1);
  for (std::size_t j = 0; j <= to.size(); ++j) row[j] = 2 * j;
  for (std::size_t i = 1; i <= from.size(); ++i) {
    std::size_t corner = row[0];
    row[0] = 2 * i;
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const char a = from[i - 1];
      const char b = to[j - 1];
      const std::size_t cost = a == b ? 0 : (lower(a) == lower(b) ? 1 : 2);
      const std::size_t replaced = corner + cost;
      corner = row[j];
      row[j] = std::min({replaced, row[j] + 2, row[j - 1] + 2});
    }
  }
  return row[to.size()];
}

}  // namespace

std::string did_you_mean(const std::string& name, const std::vector<std::string>& names) {
  if (name.size() > longest_name) return "";
  const std::string* best = nullptr;
  std::size_t nearest = name.size() + 1;  // at most half of the name may differ
  for (const std::string& candidate : names) {
    if (candidate.size() > longest_name) continue;
    const std::size_t away = distance(name, candidate);
    if (away >= nearest) continue;
    nearest = away;
    best = &candidate;
  }
  if (best == nullptr) return "";
  return "did you mean `" + *best + "`?";
}

}  // namespace opexplore::axioms
