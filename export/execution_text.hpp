// An execution of an axiomatic model to read: its events thread by thread, then the relations
// between them.
//
// Invariant: no line begins with "Test ", so a log with executions stays readable for mcompare7,
// which ignores everything between blocks.
#pragma once

#include <iosfwd>
#include <string>

#include "export/trace_text.hpp"
#include "opmodel/condition.hpp"
#include "opmodel/execution.hpp"

namespace opexplore {

struct ExecutionTitle {
  std::string goal;   ///< what the execution ends in: an outcome
  std::string model;  ///< its name
};

/// Writes the execution: po, rf, co, fr; addr, data, ctrl, rmw and the synchronisation unless
/// empty; then what the model shows or, with TraceDetail::full, all that it names, unless empty.
/// Orders are written without the pairs that follow from others. One empty line ends it.
void write_execution(std::ostream& out, const Test& test, const Execution& execution,
                     const ExecutionTitle& title, TraceDetail detail = TraceDetail::changes);

}  // namespace opexplore
