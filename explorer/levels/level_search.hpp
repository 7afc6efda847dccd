// The search whose states do not fit the memory of one process: levels are sorted runs, on disk or
// in memory (level_store.hpp), of all states or of those that one of several ranks owns.
//
// Counts, outcomes and the verdict are those of the search in one memory, whatever the number of
// ranks. What decides how the search goes on is known to all ranks, so that all do the same.
#pragma once

#include "explorer/search.hpp"

namespace opexplore {

/// One such search, all of whose ranks call this. Precondition: the plan says how (levels). Throws
/// JournalError, on all ranks, if the folder cannot be used.
Searched searched_in_levels(const MakeSearched& make, const Test& test,
                            const ExploreOptions& options, const SearchPlan& plan);

}  // namespace opexplore
