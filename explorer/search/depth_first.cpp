#include <algorithm>
#include <cstdint>
#include <vector>

#include "explorer/search/orders.hpp"
#include "explorer/search/search_run.hpp"

namespace opexplore {
namespace {

// A data race decides before any execution has come to its end.
Position deciding_state(const Test& test, const Tally& tally) {
  return tally.racy_states != 0 ? tally.first_racy : most_telling(test, tally)->second.first;
}

// How many steps the search took to the state.
std::uint32_t steps_to(const VisitedSet& visited, Position position) {
  std::uint32_t steps = 0;
  for (; position != 0; ++steps) position = visited.at(position).predecessor;
  return steps;
}

}  // namespace

// Of the states behind one the last goes first.
Searched depth_first(const MakeSearched& make, const Test& test, const ExploreOptions& options,
                     const SearchPlan& plan) {
  SearchRun run(make, test, options, plan);
  Found& found = run.found;
  const Expand expand = run.machine.expand();
  Candidates candidates;
  std::vector<Position> stack;
  run.insert_initial();
  while (run.goes_on()) {
    for (States met = found.take_next(); met.count != 0; --met.count) stack.push_back(met.first++);
    run.waiting = stack.size();
    if (stack.empty() || run.is_over()) break;
    expand(stack.back(), candidates, found.tally);
    stack.pop_back();
    found.merge(candidates);
    candidates.clear();
    found.stopped_at_verdict = run.decided();
  }
  if (found.stopped_at_verdict) {
    found.depth = steps_to(found.visited, deciding_state(test, found.tally));
  }
  return conclude(
      {.machine = run.machine, .test = test, .options = options, .plan = plan, .found = found},
      run.limits);
}

}  // namespace opexplore
