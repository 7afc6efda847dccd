#include "explorer/search/ending.hpp"

#include <string>

#include "explorer/search/goal_directed.hpp"
#include "explorer/search/orders.hpp"

namespace opexplore {

namespace {

// The machine of the walker as one that has nothing but ends: neither a race nor what the condition
// asks for ends an execution.
SearchedMachine with_ends_alone(const Walker& walker, const VisitedSet& visited) {
  SearchedMachine machine;
  machine.initial = walker.initial;
  machine.goal_directed = true;
  machine.expand = [&]() -> Expand {
    return [&](Position position, Candidates& candidates, Tally& tally) {
      walker.go_to(visited.bytes_at(position));
      if (!walker.exceeded().empty()) return;
      if (walker.is_final()) return tally.add_final({}, position);
      walker.for_each_step([&](Step step) {
        candidates.bytes() += walker.encoded();
        candidates.note(position, step);
      });
    };
  };
  return machine;
}

}  // namespace

EndSearch find_ending(const Walker& walker, const Test& test, const ExploreOptions& options) {
  Test any_end = asking_for_end(test);
  any_end.filter.reset();
  ExploreOptions first = options;
  first.verdict_only = true;
  const auto make = [&](const VisitedSet& visited) { return with_ends_alone(walker, visited); };
  const Coverage found =
      depth_first(MakeSearched(make), any_end, first, {.traces = false}).report.coverage;
  return {found.stopped_at_verdict, found.incomplete};
}

}  // namespace opexplore
