#include "export/witness_graph.hpp"

#include <algorithm>
#include <iterator>

namespace opexplore {
namespace {

// With the relations that the user wants drawn, too.
Execution showing(Execution execution, const PictureOptions& options) {
  std::ranges::copy(options.shown, std::back_inserter(execution.shown));
  return execution;
}

}  // namespace

EventGraph witness_graph(const Test& test, const Trace& trace, const Why* why,
                         const RacingPair* race) {
  EventGraph graph = event_graph(test, trace);
  if (race != nullptr) mark_race(*race, graph);
  if (why != nullptr) mark_blamed(*why, graph);
  return graph;
}

void add_model_relations(const Gathered& gathered, const Trace& trace,
                         const PictureOptions& options, EventGraph& graph) {
  const auto found = gathered.executions.find(&trace);
  if (found != gathered.executions.end()) add_relations(showing(found->second, options), graph);
}

EventGraph witness_graph(const Test& test, const Execution& execution,
                         const PictureOptions& options) {
  return event_graph(test, showing(execution, options));
}

EventGraph witness_graph(const Test& test, const Prohibition& prohibition,
                         const PictureOptions& options) {
  EventGraph graph = witness_graph(test, prohibition.execution, options);
  mark_broken(prohibition.axioms, graph);
  return graph;
}

}  // namespace opexplore
