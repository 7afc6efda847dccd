// What is found about the end of a program, to read: verdict, run without end, and why nothing ends
// it.
//
// Invariant: no line begins with "Test ", so a log with these lines stays readable for mcompare7,
// which ignores everything between blocks.
#pragma once

#include <iosfwd>
#include <string>

#include "export/trace_text.hpp"
#include "opmodel/condition.hpp"
#include "opmodel/results/answer.hpp"

namespace opexplore {

/// Writes a line "Termination NAME PROMISE WEAK STRONG" for each promise and what the search cost.
/// Where one promise was asked about, the witnesses follow, in words; of several, only the
/// deadlock, which is one for all. One empty line ends it.
void write_termination(std::ostream& out, const Test& test, const Answer& answer,
                       TraceDetail detail = TraceDetail::changes);

/// For standard error: what must not be overlooked, a sentence; empty where everything ends.
std::string termination_warning(const Test& test, const Termination& report);

}  // namespace opexplore
