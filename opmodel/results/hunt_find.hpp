// What a hunt comes to (explorer/search/hunt.hpp).
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "opmodel/condition.hpp"
#include "opmodel/data_race.hpp"
#include "opmodel/parts/function_ref.hpp"
#include "opmodel/phrase.hpp"
#include "opmodel/results/trace.hpp"

namespace opexplore {

/// A data race that leaves the program without a meaning (HasRaces).
struct FoundRace {
  std::string reason;  ///< Answer::race_reason
};

struct FoundDeadlock {
  Phrase reason;  ///< Answer::deadlock_reason
};

/// Something that an execution shows for the first time. Of races and deadlocks the first is given.
struct HuntFind {
  /// An outcome that passes the filter; or two accesses that race (FlagsDataRaces).
  std::variant<Outcome, RacingPair, FoundRace, FoundDeadlock> what;
  /// Makes the trace, which is by the steps of the machine, but no shortest one. To be called while
  /// the sink runs.
  FunctionRef<Trace()> trace;
  std::uint32_t changes = 0;  ///< so often a thread was left that could have gone on
  double seconds = 0;         ///< since the hunt began
};

}  // namespace opexplore
