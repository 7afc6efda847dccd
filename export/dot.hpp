// A trace of a machine or an execution of a model drawn for Graphviz: a column for each thread, in
// their order, inside its CTA and GPU, its events in program order downwards.
//
// Colours are herd's: po black, rf red, co blue, fr orange. An event of a trace carries the number
// of the step that made it, and the line of its instruction. As in herd7, initial writes are not
// drawn unless they are asked for: what is read of one comes from an invisible point.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

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

}  // namespace opexplore
