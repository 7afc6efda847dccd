// The search of a hunt (hunt.hpp), over the same functions of a machine as the search level by
// level (searched_machine.hpp), so that nothing is compiled for each form of each machine.
//
// A state and the thread that is running there are gone on with once, in the order of the changes
// that it took to come there: steps of that thread are taken now, those of others are put off until
// all with fewer changes is done. Where the thread has no step the others go on at no cost. A
// thread that takes very many steps in a row waits for the next bound as well, or a loop that
// writes would never let the others run.
//
// Each state is stored once; which threads were followed from there is kept beside it. What is put
// off is not stored but expanded again, which keeps the states few as long as the bound is small.
#pragma once

#include <cstddef>

#include "explorer/search.hpp"

namespace opexplore {

/// So many outcomes that are found first have a trace in the report of a hunt that has not seen
/// all, if outcomes shall have traces.
inline constexpr std::size_t most_traced_early = 100;

/// One hunt. Preconditions: SearchPlan::hunt; paths are traces, of a form that is exact.
Searched hunted(const MakeSearched& make, const Test& test, const ExploreOptions& options,
                SearchPlan plan);

}  // namespace opexplore
