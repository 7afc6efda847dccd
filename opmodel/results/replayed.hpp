// What a machine says about steps that somebody else lists. Holds no machine type.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "opmodel/condition.hpp"
#include "opmodel/results/trace.hpp"
#include "opmodel/rule.hpp"

namespace opexplore {

/// How the machine sees the state in which a list of steps ends.
enum class TraceEnd : std::uint8_t {
  final,      ///< all threads are done: the state has an outcome
  stuck,      ///< a deadlock
  race,       ///< a data race was found (HasRaces)
  bound,      ///< the machine gave up here (Machine::exceeded)
  spin,       ///< threads go round loops for ever: no final state can be reached
  dead_end,   ///< no step, but that is no execution's state (HasDeadEnds), or may come to an end
  unfinished  ///< steps are enabled
};

/// What the machine says about a list of steps.
struct Replayed {
  Trace trace;                         ///< the steps that it takes
  std::optional<std::size_t> refused;  ///< index of the first step that it does not take
  std::vector<Step> enabled;  ///< the steps of the last state; none unless it is unfinished
  TraceEnd end = TraceEnd::unfinished;
  std::string reason;  ///< why it is stuck, which accesses race, which bound was hit
  Outcome outcome;     ///< of a final state
};

}  // namespace opexplore
