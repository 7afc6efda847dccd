// A trace drawn for Graphviz: one cluster per thread, its events in program order.
//
// Colours are herd's: po black, rf red, co blue, fr orange. Each event carries the
// number of the step that made it; initial writes are boxes.
#pragma once

#include <iosfwd>
#include <string>

#include "explorer/report.hpp"
#include "opmodel/condition.hpp"

namespace opexplore {

/// Writes one digraph. `machine`: name of the machine, for the legend. A trace whose
/// machine gives no events is drawn with its instructions and program order alone.
void write_dot(std::ostream& out, const Test& test, const Trace& trace, const std::string& machine);

}  // namespace opexplore
