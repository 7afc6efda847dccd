// Runs without end and deadlocks drawn for Graphviz.
#pragma once

#include <iosfwd>
#include <string>

#include "export/output_options.hpp"
#include "opmodel/condition.hpp"
#include "opmodel/results/answer.hpp"

namespace opexplore {

/// Writes one digraph, in which a dashed box has what each thread repeats, and an edge "for ever"
/// leads back to its beginning. `source`: machine and promise, for the caption.
void write_lasso_dot(std::ostream& out, const Test& test, const Lasso& lasso,
                     const std::string& source, const OutputOptions& options);

/// Every lasso of the report and its deadlock, one digraph after the other; nothing when there is
/// none.
void write_termination_dot(std::ostream& out, const Test& test, const Answer& answer,
                           const OutputOptions& options);

}  // namespace opexplore
