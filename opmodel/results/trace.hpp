// A path through the states of a machine, in words. Holds no machine type.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "opmodel/rule.hpp"
#include "opmodel/trace_parts.hpp"

namespace opexplore {

/// A component that a step changed.
struct Change {
  std::string component;
  std::string before;  ///< empty when the component is new
  std::string after;   ///< empty when the component is gone
};

/// A step that the machine takes from a state.
struct Choice {
  Step step;
  std::string_view rule;
  std::string arguments;
  std::optional<InstructionId> instruction;
  std::vector<Event> events;
  bool taken = false;  ///< it is the one that the trace goes on with
};

/// One step of a trace, rendered.
struct TraceStep {
  Step step;
  std::string_view rule;     ///< name in the machine's rule list
  std::string_view section;  ///< its source
  std::string arguments;
  std::optional<InstructionId> instruction;
  std::string reason;  ///< why a read could return its value; empty for other steps
  std::vector<Change> changes;
  std::vector<Event> events;          ///< StepText::events of the step, for drawn graphs
  std::optional<WriteRef> last = {};  ///< StepText::last
  /// What could have been done instead, itself among them; where it was asked for.
  std::vector<Choice> choices = {};
};

/// A path from the initial state; shortest, and the same on every run.
struct Trace {
  std::vector<Component> initial;  ///< components of the initial state
  std::vector<TraceStep> steps;
  /// Machine::coherence of the last state, where the machine offers it (HasCoherence).
  Coherence coherence;
};

}  // namespace opexplore
