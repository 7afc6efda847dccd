// The executions of a test drawn for Graphviz: those that are shown, and those that break axioms.
#pragma once

#include "answers/ask.hpp"
#include "export/formats.hpp"

namespace opexplore {

/// One digraph after the other; empty when there is nothing to draw.
/// The executions of its traces by the model of their machine, and what forbids what is asked.
Needs dot_needs(const AnsweredTest& test, const OutputOptions& options);
FormatResult dot_part(const AnsweredTest& test, const OutputOptions& options);

}  // namespace opexplore
