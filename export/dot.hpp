// A trace of a machine or an execution of a model drawn for Graphviz: a column for each thread, in
// their order, inside its CTA and GPU, its events in program order downwards.
//
// Colours are herd's: po black, rf red, co blue, fr orange. An event of a trace carries the number
// of the step that made it, and the line of its instruction. As in herd7, initial writes are not
// drawn unless they are asked for: what is read of one comes from an invisible point.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "answers/semantics.hpp"
#include "explorer/trace_steps.hpp"
#include "export/event_graph.hpp"
#include "export/picture_options.hpp"
#include "opmodel/condition.hpp"

namespace opexplore {

/// How a graph is drawn.
struct Drawing {
  std::vector<std::string> caption;  ///< lines below it: what it is an execution of, and why it is
                                     ///< drawn; the first follows the name of the test
  PictureOptions options = {};
  std::vector<std::string> threads = {};  ///< beside the name of each thread; may be shorter
};

/// Writes one digraph.
void write_dot(std::ostream& out, const Test& test, const EventGraph& graph,
               const Drawing& drawing);

/// The graph of a trace, with what `why` blames, and the race at its end. A trace whose machine
/// gives no events is drawn with its instructions and program order alone.
EventGraph marked_graph(const Test& test, const Trace& trace, const Why* why = nullptr,
                        const RacingPair* race = nullptr);

/// Adds what the model, if there is one, says of a trace to a final state of the machine that
/// implements it.
void add_model_relations(const std::optional<ChosenModel>& model, const Test& test,
                         const Trace& trace, const PictureOptions& options, EventGraph& graph);

}  // namespace opexplore
