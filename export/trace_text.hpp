// A trace to read: numbered steps, each with its rule, its source line and what
// it changed.
//
// Invariant: no line begins with "Test ", so a log with traces stays readable for
// mcompare7, which ignores everything between blocks.
#pragma once

#include <iosfwd>
#include <string>

#include "answers/answer.hpp"
#include "explorer/trace_steps.hpp"
#include "opmodel/condition.hpp"

namespace opexplore {

/// How much of each state a trace prints.
enum class TraceDetail : std::uint8_t { changes, full };

struct TraceTitle {
  std::string goal;     ///< what the trace leads to: an outcome, or "deadlock"
  std::string machine;  ///< name, version and settings
};

/// Writes the trace and, at its end, why the last read could return its value.
/// One empty line ends it.
void write_trace(std::ostream& out, const Test& test, const Trace& trace, const TraceTitle& title,
                 TraceDetail detail = TraceDetail::changes);

/// \name "ptx-proxy 2 (ptx-reading=isa)": how writers name the machine; a model is "ptx75".
/// @{
std::string machine_title(const Report& report);
std::string machine_title(const TestAnswer& answer);
/// @}

/// The reason of the last step that has one; empty when no step has.
std::string last_reason(const Trace& trace);

}  // namespace opexplore
