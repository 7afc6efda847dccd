// The executions of a test drawn for Graphviz: those that are shown, and those that break axioms.
#pragma once

#include "answers/ask.hpp"
#include "export/formats.hpp"

namespace opexplore {

/// One digraph after the other; empty when there is nothing to draw.
FormatResult dot_part(const AnsweredTest& test, const OutputOptions& options);

}  // namespace opexplore
