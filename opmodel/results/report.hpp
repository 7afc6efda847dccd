// What the search of a machine found. Holds no machine type, so that everything above the explorer
// is compiled once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "opmodel/condition.hpp"
#include "opmodel/data_race.hpp"
#include "opmodel/parts/flow.hpp"
#include "opmodel/phrase.hpp"
#include "opmodel/results/statistics.hpp"
#include "opmodel/results/trace.hpp"
#include "opmodel/setting.hpp"

namespace opexplore {

/// One reachable outcome.
struct OutcomeReport {
  Outcome values;                  ///< of Test::observables
  std::uint64_t final_states = 0;  ///< distinct final states with this outcome
  std::optional<Trace> trace;      ///< when asked for
};

/// Two accesses that race in some execution (MachineOptions::races).
struct DataRaceReport {
  RacingPair pair;
  /// In an execution that ends, as far as is known; if not, in those that hang alone.
  bool in_ending = true;
  std::optional<Trace> trace;  ///< up to the second access, or to the end where the test filters
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
  /// Only states from which the quantified condition could still be decided were visited: outcomes,
  /// counts and deadlocks are those that were met on the way.
  bool goal_directed = false;
  /// An execution ends, though none that was found is listed. Of a goal-directed search alone.
  bool ends_unlisted = false;
  /// The options under which a replay takes the steps of the traces.
  MachineOptions replayed_with;
  /// The limit that ended a second search, for a trace, before it was found.
  Incomplete untraced = Incomplete::none;
  std::optional<Trace> deadlock;  ///< to the first stuck state, when there is one
  Phrase deadlock_reason;         ///< which thread waits for what
  /// To the first state from which no final state can be reached, when one was met that is not
  /// stuck: threads go round loops for ever there.
  std::optional<Trace> endless;
  Phrase endless_reason;           ///< where the threads are then
  ThreadMask endless_waiting = 0;  ///< those at a barrier then, of a machine that says so
  std::optional<Trace> race;       ///< to the first data race, when the machine found one
  std::string race_reason;         ///< which accesses race
  /// Pairs that race were looked for: all of them, if the search is complete.
  bool looked_for_data_races = false;
  bool lists_racy_outcomes = false;        ///< ListsRacyOutcomes
  std::vector<DataRaceReport> data_races;  ///< by pair; of executions that pass the filter
  /// Pairs that race only in executions that the filter excludes, in order.
  std::vector<RacingPair> excluded_data_races;
  std::optional<Stalls> stalls;  ///< when asked for, of a complete search with a final state
  Statistics statistics;
};

}  // namespace opexplore
