// Runs without end drawn for Graphviz: one cluster per thread with its steps in their order, in it
// a dashed one with those of the loop, and an edge "for ever" back to its beginning.
//
// Steps are drawn, and not events: what goes round may be a jump alone.
#pragma once

#include <iosfwd>
#include <string>

#include "explorer/termination/report.hpp"
#include "opmodel/condition.hpp"

namespace opexplore {

/// Writes one digraph. `source`: machine and promise, for the legend.
void write_lasso_dot(std::ostream& out, const Test& test, const Lasso& lasso,
                     const std::string& source);

/// Every lasso of the report and its deadlock, one digraph after the other; nothing when there is
/// none.
void write_termination_dot(std::ostream& out, const Test& test, const TerminationReport& report);

}  // namespace opexplore
