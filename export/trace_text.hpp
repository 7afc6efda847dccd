// A trace to read: numbered steps, each with its rule, its source line and what
// it changed.
//
// Invariant: no line begins with "Test ", so a log with traces stays readable for
// mcompare7, which ignores everything between blocks.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "answers/reports.hpp"
#include "opmodel/condition.hpp"
#include "opmodel/results/trace.hpp"

namespace opexplore {

/// Stands before lines that belong to numbered ones, as wide as the numbers.
inline constexpr std::string_view trace_margin = "      ";

/// How much of each state a trace prints.
enum class TraceDetail : std::uint8_t { changes, full };

struct TraceTitle {
  std::string goal;     ///< what the trace leads to: an outcome, or "deadlock"
  std::string machine;  ///< name, version and settings
};

/// Writes the trace and, at its end, why the outcome is possible, or, where that is not known, why
/// the last read could return its value. One empty line ends it.
void write_trace(std::ostream& out, const Test& test, const Trace& trace, const TraceTitle& title,
                 TraceDetail detail = TraceDetail::changes, const Why* why = nullptr);

/// Writes steps of one run in several parts, such as the stem and the loop of a lasso: they are
/// numbered through, and the states go on from part to part. The references outlive it.
class StepsText {
 public:
  StepsText(std::ostream& out, const Test& test, TraceDetail detail)
      : out_(out), test_(test), detail_(detail) {}

  /// The line of the initial state, and its components.
  void write_initial(const std::vector<Component>& components);
  void write(std::span<const TraceStep> steps);

 private:
  std::ostream& out_;
  const Test& test_;
  TraceDetail detail_;
  std::vector<Component> components_;
  std::size_t number_ = 0;
};

/// \name "ptx-proxy 2 (ptx-reading=isa)": how writers name the machine; a model is "ptx75".
/// @{
std::string machine_title(const Answer& answer);
/// @}

/// The reason of the last step that has one; empty when no step has.
std::string last_reason(const Trace& trace);

}  // namespace opexplore
