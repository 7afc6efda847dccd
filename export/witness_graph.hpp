// The graphs of what answers show, as drawings and pages have them.
#pragma once

#include "answers/needs.hpp"
#include "export/event_graph.hpp"
#include "export/picture_options.hpp"
#include "opmodel/condition.hpp"
#include "opmodel/results/prohibition.hpp"
#include "opmodel/results/trace.hpp"

namespace opexplore {

/// The graph of a trace, with what `why` blames, and the race at its end. A trace whose machine
/// gives no events is drawn with its instructions and program order alone.
EventGraph witness_graph(const Test& test, const Trace& trace, const Why* why = nullptr,
                         const RacingPair* race = nullptr);

/// Adds what the model that its machine implements says of a trace to a final state, where that was
/// gathered.
void add_model_relations(const Gathered& gathered, const Trace& trace,
                         const PictureOptions& options, EventGraph& graph);

/// The graph of an execution that a model allows.
EventGraph witness_graph(const Test& test, const Execution& execution,
                         const PictureOptions& options);

/// That of one that it forbids, with how it breaks the axioms.
EventGraph witness_graph(const Test& test, const Prohibition& prohibition,
                         const PictureOptions& options);

}  // namespace opexplore
