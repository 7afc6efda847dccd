// What a machine or a model says about one test: a common part, which every reader of outcomes
// understands, and what only a search or only an evaluation can find. Holds no machine type, so
// that everything above the explorer is compiled once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "opmodel/condition.hpp"
#include "opmodel/data_race.hpp"
#include "opmodel/execution.hpp"
#include "opmodel/parts/flow.hpp"
#include "opmodel/phrase.hpp"
#include "opmodel/results/coverage.hpp"
#include "opmodel/results/findings.hpp"
#include "opmodel/results/plan.hpp"
#include "opmodel/results/prohibition.hpp"
#include "opmodel/results/race_details.hpp"
#include "opmodel/results/statistics.hpp"
#include "opmodel/results/termination.hpp"
#include "opmodel/results/trace.hpp"
#include "opmodel/results/why.hpp"
#include "opmodel/setting.hpp"

namespace opexplore {

/// One outcome of a test. What shows that it is possible is there when asked for.
struct AnsweredOutcome {
  Outcome values;  ///< of Test::observables
  /// Of a machine, distinct final states with this outcome; of a model, consistent executions.
  std::uint64_t count = 0;
  std::optional<Trace> trace = {};          ///< of a machine
  std::optional<Execution> execution = {};  ///< that a model allows
  std::optional<Why> why = {};              ///< of a trace of a machine that explains_traces()
};

/// Two accesses that race in some execution (PTX ISA 8.7.1; MachineOptions::races).
struct AnsweredDataRace {
  RacingPair pair;
  /// In an execution that ends, as far as is known; if not, in those that hang alone.
  bool in_ending = true;
  /// Up to the second access, or to the end where the test filters; when asked for.
  std::optional<Trace> trace = {};
  /// Of a trace of a machine that explains_traces(); of races between the same places of the source
  /// the first has them.
  std::optional<RaceDetails> details = {};
};

/// What only the evaluation of a model finds.
struct ModelFindings {
  std::uint64_t candidates = 0;  ///< partly decided executions looked at
  std::uint64_t executions = 0;  ///< those that the model allows
  std::uint64_t circular = 0;    ///< left out: a value would have to justify itself
  /// The model's flags that some execution raised, and how many did.
  std::vector<std::pair<std::string, std::uint64_t>> flags = {};
};

struct Answer {
  std::string answered_by;                ///< the name of the machine or model
  std::vector<AnsweredOutcome> outcomes;  ///< those that pass the filter, in increasing order
  std::uint64_t filtered_outcomes = 0;    ///< possible outcomes that fail the filter
  Coverage coverage;

  bool looks_for_races = false;  ///< whether a race that takes all meaning would have been found
  bool races = false;            ///< one was found
  std::string race_reason;       ///< which accesses race
  bool undefined = false;        ///< what takes all meaning there is no race, but something else
  /// Pairs that race by the definition of PTX, which leaves the program a meaning, were looked for:
  /// all of them, if the answer is complete.
  bool looked_for_data_races = false;
  std::vector<AnsweredDataRace> data_races;     ///< by pair; of executions that pass the filter
  std::vector<RacingPair> excluded_data_races;  ///< in executions that the filter excludes alone
  /// Barriers that threads come to apart (PairKind::divergence), told apart from data_races;
  /// likewise.
  std::vector<AnsweredDataRace> divergences;

  /// \name What only the search of a machine finds. Of a model they are empty.
  /// @{
  std::string machine_version;
  std::vector<std::pair<std::string_view, std::string>> settings;  ///< with their values
  /// The options under which a replay takes the steps of the traces.
  MachineOptions replayed_with;
  std::optional<Trace> deadlock;  ///< to the first stuck state, when there is one
  Phrase deadlock_reason;         ///< which thread waits for what
  /// To the first state from which no final state can be reached, when one was met that is not
  /// stuck: threads go round loops for ever there.
  std::optional<Trace> endless;
  Phrase endless_reason;             ///< where the threads are then
  ThreadMask endless_waiting = 0;    ///< those at a barrier then, of a machine that says so
  std::optional<Trace> race;         ///< to the first data race that takes all meaning
  bool lists_racy_outcomes = false;  ///< ListsRacyOutcomes
  std::optional<Stalls> stalls;      ///< when asked for, of a complete search with a final state
  Statistics statistics;             ///< of a model, its time alone
  Plan plan;                         ///< the searches that it was to take
  /// @}

  std::optional<ModelFindings> evaluation;  ///< of a model; of a machine nothing
  /// Of a machine that explains_traces(): what forbids what the test asks about, where nothing ends
  /// so, traces were asked for, and it can be said.
  std::optional<Violation> prevented = {};

  /// \name What follows from all that, or was asked besides; nothing where nobody asked.
  /// @{
  std::vector<Forbidden> forbidden = {};        ///< why models lack what is asked about
  std::optional<Termination> termination = {};  ///< whether the program ends
  std::optional<Findings> findings = {};        ///< what is wrong with it; refers to the rest
  /// @}
};

/// What takes all meaning from the program is called.
inline std::string_view race_title(const Answer& answer) {
  return answer.undefined ? "undefined behaviour" : "data race";
}

}  // namespace opexplore
