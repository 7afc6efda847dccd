// A trace of a machine or an execution of a model drawn for Graphviz: one cluster per thread, its
// events in program order.
//
// Colours are herd's: po black, rf red, co blue, fr orange. An event of a trace carries the number
// of the step that made it; initial writes are boxes.
#pragma once

#include <iosfwd>
#include <string>

#include "explorer/trace_steps.hpp"
#include "export/event_graph.hpp"
#include "opmodel/condition.hpp"

namespace opexplore {

/// Writes one digraph. `machine`: name of the machine, for the legend. A trace whose
/// machine gives no events is drawn with its instructions and program order alone.
/// What `why` blames is bold, and so are two accesses that race at its end.
void write_dot(std::ostream& out, const Test& test, const Trace& trace, const std::string& machine,
               const Why* why = nullptr, const RacingPair* race = nullptr);

/// The same for an execution, with what the model shows. `model`: its name, for the legend.
void write_dot(std::ostream& out, const Test& test, const Execution& execution,
               const std::string& model);

/// The same for any graph; `source`: what it is an execution of, for the legend.
void write_dot(std::ostream& out, const Test& test, const EventGraph& graph,
               const std::string& source);

}  // namespace opexplore
