// The orders in which a search may take states (SearchOrder), each with a file of its own. All
// store, expand and conclude alike; a new one is a function and a row in the table.
#pragma once

#include <cstddef>

#include "explorer/search/search.hpp"

namespace opexplore {

/// All states that are so many steps away, then those one step further. Chunks of a level are
/// expanded one by one, or several at a time where it is large; what is new is stored in the order
/// of the chunks. So the first in (predecessor, step) order always wins: numbers, counts and
/// shortest traces are the same for any number of threads.
Searched by_levels(const MakeSearched& make, const Test& test, const ExploreOptions& options,
                   const SearchPlan& plan);

/// The state that was found last, until a final one decides the verdict.
Searched depth_first(const MakeSearched& make, const Test& test, const ExploreOptions& options,
                     const SearchPlan& plan);

/// So many outcomes that are found first have a trace in the report of a hunt that has not seen
/// all, if outcomes shall have traces.
inline constexpr std::size_t most_traced_early = 100;

/// By changes of the thread that runs (hunt.hpp). Preconditions: SearchPlan::hunt; paths are
/// traces, of a form that is exact.
Searched by_changes(const MakeSearched& make, const Test& test, const ExploreOptions& options,
                    const SearchPlan& plan);

/// By levels that lie on disk, or with several ranks (levels/). All ranks call this. Precondition:
/// SearchPlan::levels. Throws JournalError, on all ranks, if the folder cannot be used.
Searched by_stored_levels(const MakeSearched& make, const Test& test, const ExploreOptions& options,
                          const SearchPlan& plan);

using SearchFunction = Searched (*)(const MakeSearched&, const Test&, const ExploreOptions&,
                                    const SearchPlan&);

/// The search in that order.
constexpr SearchFunction search_in(SearchOrder order) {
  switch (order) {
    case SearchOrder::levels:
      return &by_levels;
    case SearchOrder::stored_levels:
      return &by_stored_levels;
    case SearchOrder::depth_first:
      return &depth_first;
    case SearchOrder::changes:
      return &by_changes;
  }
  return nullptr;
}

}  // namespace opexplore
