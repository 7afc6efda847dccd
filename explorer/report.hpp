// What the search of a machine found. Holds no machine type, so that everything above the explorer
// is compiled once.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "opmodel/condition.hpp"
#include "opmodel/machine.hpp"

namespace opexplore {

/// A component that a step changed.
struct Change {
  std::string component;
  std::string before;  ///< empty when the component is new
  std::string after;   ///< empty when the component is gone
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
  std::vector<Event> events;  ///< StepText::events of the step, for drawn graphs
};

/// A path from the initial state; shortest, and the same on every run.
struct Trace {
  std::vector<Component> initial;  ///< components of the initial state
  std::vector<TraceStep> steps;
  /// Machine::coherence of the last state, where the machine offers it (HasCoherence).
  Coherence coherence;
};

/// One reachable outcome.
struct OutcomeReport {
  Outcome values;  ///< of Test::observables
  std::uint64_t final_states = 0;  ///< distinct final states with this outcome
  std::optional<Trace> trace;      ///< when asked for
};

/// Why a search stopped before it had seen every state.
enum class Incomplete : std::uint8_t { none, states, memory, time, interrupted, machine_bound };

struct Statistics {
  std::uint64_t states = 0;       ///< distinct states stored
  std::uint64_t transitions = 0;  ///< steps taken, to new and to known states
  std::uint64_t final_states = 0;
  std::uint64_t stuck_states = 0;
  /// Those shown to lead to no final state, though threads go round loops; there may be more.
  std::uint64_t endless_states = 0;
  std::uint64_t racy_states = 0;   ///< those in which a data race was found (HasRaces)
  std::uint32_t depth = 0;         ///< length of the longest shortest path
  std::uint64_t state_bytes = 0;   ///< encoded states together
  std::uint64_t memory_bytes = 0;  ///< everything the search allocated, at its peak
  double seconds = 0;              ///< wall clock
  /// Number of paths from the initial to final states, in decimal digits, for it may have hundreds
  /// of them; absent when asked not to count, when the state graph has a cycle or the search is
  /// incomplete.
  std::optional<std::string> paths;
};

/// Over all executions from the initial to a final state: the sum of Machine::stalled (HasStalls)
/// over the states from which the execution takes a step.
struct Stalls {
  std::uint64_t least = 0;
  std::optional<std::uint64_t> most;  ///< absent when a cycle of states adds without end
};

struct Report {
  std::string machine;  ///< its name
  std::string machine_version;
  std::vector<std::pair<std::string_view, std::string>> settings;  ///< with their values
  std::vector<OutcomeReport> outcomes;  ///< those that pass the filter, in increasing order
  std::uint64_t filtered_outcomes = 0;  ///< reachable outcomes that fail the filter
  Incomplete incomplete = Incomplete::none;
  std::string incomplete_reason;  ///< one sentence; empty when complete
  /// Stopped early because the verdict was known and only the verdict was asked for.
  bool stopped_at_verdict = false;
  std::optional<Trace> deadlock;  ///< to the first stuck state, when there is one
  std::string deadlock_reason;    ///< which thread waits for what
  /// To the first state from which no final state can be reached, when one was met that is not
  /// stuck: threads go round loops for ever there.
  std::optional<Trace> endless;
  std::string endless_reason;    ///< where the threads are then
  std::optional<Trace> race;     ///< to the first data race, when the machine found one
  std::string race_reason;       ///< which accesses race
  std::optional<Stalls> stalls;  ///< when asked for, of a complete search with a final state
  Statistics statistics;
};

}  // namespace opexplore
