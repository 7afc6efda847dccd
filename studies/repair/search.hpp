// The cheapest assignments that are good enough, where what is stronger never makes anything worse:
// an implicit hitting set on a product of small lattices. What was found to be insufficient is
// grown to a maximum, and excludes all that is within it. docs/repair.md has the argument.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "studies/repair/costs.hpp"
#include "studies/repair/points.hpp"

namespace opexplore::repair {

/// What is known of an assignment.
enum class Judgement : std::uint8_t {
  enough,
  insufficient,
  undecided  ///< a limit ended the search: never proposed, and never a reason against others
};

/// How long somebody may look at an assignment before it is undecided.
enum class Effort : std::uint8_t {
  little,  ///< nothing depends on it but how fast the search is
  full
};

/// What is to be made least.
enum class Preference : std::uint8_t {
  cost,
  edits  ///< the number of points that change, then cost
};

struct Price {
  std::int64_t edits = 0;  ///< counted where they are preferred, otherwise 0
  Cost cost = 0;
  auto operator<=>(const Price&) const = default;
};

struct SearchQuestion {
  const std::vector<Point>& points;
  std::vector<std::vector<Cost>> prices;  ///< by point and level
  Assignment bottom;                      ///< the least levels, where the search begins
  Preference preference = Preference::cost;
  bool all_minimal = false;    ///< every minimal assignment, not only those of least cost
  std::size_t most_found = 0;  ///< of those so many at most; 0: all
  std::function<Judgement(const Assignment&, Effort)> judge;
  std::function<bool()> stopped;              ///< polled; true ends the search
  std::vector<Assignment> insufficient = {};  ///< that are known to be, by another search
};

struct SearchResult {
  /// Of least price, or all; none has another one within it. The cheapest first, and in the order
  /// of their levels.
  std::vector<Assignment> found;
  /// Each judged insufficient; all that is cheaper than what was found is within one of them, or
  /// is among `undecided`, or judged alike one by one.
  std::vector<Assignment> insufficient;
  std::vector<Assignment> undecided;  ///< that were met and are cheaper, or as cheap
  bool stopped = false;               ///< before the end
  bool left_out = false;              ///< there may be more than `most_found`
};

Price price_of(const SearchQuestion& question, const Assignment& levels);

SearchResult search(const SearchQuestion& question);

/// Whether the insufficient ones and what was found prove the result: each assignment that is
/// cheaper than the first one found, or as cheap, is within an insufficient one, or has one of
/// those found within it. With `all_minimal` that is so of every assignment. Judges nothing.
bool is_covered(const SearchQuestion& question, const SearchResult& result);

}  // namespace opexplore::repair
