// How much the answer hangs on each number of the table of costs.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "studies/repair/search.hpp"

namespace opexplore::repair {

/// A number of the table, and how far it may go before a change is cheaper than the first one that
/// was found. What is stronger costs as much then at least, and what is weaker at most; all other
/// numbers stay.
struct Sensitivity {
  std::string row, column;
  Cost now = 0;
  std::optional<Cost> least;  ///< below this another one is cheaper; nothing: nowhere
  std::optional<Cost> most;   ///< above this; nothing: nowhere
  bool operator==(const Sensitivity&) const = default;
};

/// Those numbers that have such a limit, in the order of the table. `search` is the question that
/// `first` answers by least cost, with prices by this table. Nothing where a limit leaves open what
/// is enough, or who asks has stopped it.
std::optional<std::vector<Sensitivity>> sensitivity(const Test& test, const Costs& costs,
                                                    const SearchQuestion& search,
                                                    const Assignment& first);

}  // namespace opexplore::repair
