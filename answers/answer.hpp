// What a machine or a model says about one test: a common part, which every reader of outcomes
// understands, and what only a search or only an evaluation can find.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "answers/race_details.hpp"
#include "answers/why/why.hpp"
#include "axioms/axioms.hpp"
#include "explorer/explore.hpp"
#include "opmodel/condition.hpp"
#include "opmodel/data_race.hpp"
#include "opmodel/execution.hpp"
#include "opmodel/parts/flow.hpp"
#include "opmodel/phrase.hpp"
#include "opmodel/results/statistics.hpp"
#include "opmodel/results/trace.hpp"

namespace opexplore {

/// What shows that an outcome is possible, when asked for: the trace of a machine, or an execution
/// that a model allows.
using Witness = std::variant<std::monostate, Trace, Execution>;

/// One outcome of a test.
struct AnsweredOutcome {
  Outcome values;  ///< of Test::observables
  /// Of a machine, distinct final states with this outcome; of a model, consistent executions.
  std::uint64_t count = 0;
  Witness witness = {};
  std::optional<Why> why = {};  ///< of a trace of a machine that explains_traces()
};

/// Two accesses that race in some execution (PTX ISA 8.7.1).
struct AnsweredDataRace {
  RacingPair pair;
  bool in_ending = true;  ///< in an execution that ends; if not, in those that hang alone
  Witness witness = {};   ///< up to the second access, when asked for
  /// Of a trace of a machine that explains_traces(); of races between the same places of the source
  /// the first has them.
  std::optional<RaceDetails> details = {};
};

/// What only the search of a machine finds.
struct SearchFindings {
  std::string machine_version;
  std::vector<std::pair<std::string_view, std::string>> settings;  ///< with their values
  std::optional<Trace> deadlock;           ///< to the first stuck state, when there is one
  Phrase deadlock_reason;                  ///< which thread waits for what
  std::optional<Trace> endless;            ///< Report::endless
  Phrase endless_reason;                   ///< where the threads are then
  ThreadMask endless_waiting = 0;          ///< Report::endless_waiting
  std::optional<Trace> race;               ///< to the first data race, when the machine found one
  bool lists_racy_outcomes = false;        ///< Report::lists_racy_outcomes
  std::optional<Stalls> stalls;            ///< Report::stalls
  MachineOptions replayed_with;            ///< Report::replayed_with
  Incomplete untraced = Incomplete::none;  ///< Report::untraced
  Statistics statistics;
};

/// What only the evaluation of a model finds.
struct ModelFindings {
  std::uint64_t candidates = 0;  ///< partly decided executions looked at
  std::uint64_t executions = 0;  ///< those that the model allows
  std::uint64_t circular = 0;    ///< left out: a value would have to justify itself
  /// The model's flags that some execution raised, and how many did.
  std::vector<std::pair<std::string, std::uint64_t>> flags = {};
};

struct TestAnswer {
  std::string answered_by;                ///< the name of the machine or model
  std::vector<AnsweredOutcome> outcomes;  ///< those that pass the filter, in increasing order
  std::uint64_t filtered_outcomes = 0;    ///< possible outcomes that fail the filter
  Incomplete incomplete = Incomplete::none;
  std::string incomplete_reason;  ///< one sentence; empty when complete
  /// Stopped early because the verdict was known and only the verdict was asked for.
  bool stopped_at_verdict = false;
  bool goal_directed = false;    ///< Report::goal_directed
  bool ends_unlisted = false;    ///< Report::ends_unlisted
  bool looks_for_races = false;  ///< whether one would have been found
  bool races = false;            ///< a data race was found
  std::string race_reason;       ///< which accesses race
  /// Pairs that race by the definition of PTX, which leaves the program a meaning, were looked for.
  bool looked_for_data_races = false;
  std::vector<AnsweredDataRace> data_races;     ///< by pair; of executions that pass the filter
  std::vector<RacingPair> excluded_data_races;  ///< in executions that the filter excludes alone
  /// Barriers that threads come to apart (PairKind::divergence); likewise.
  std::vector<AnsweredDataRace> divergences;
  /// Of a machine that explains_traces(): what forbids what the test asks about, where nothing ends
  /// so, traces were asked for, and it can be said.
  std::optional<Violation> prevented = {};
  double seconds = 0;  ///< wall clock
  std::variant<SearchFindings, ModelFindings> findings;

  /// Of a machine, or nullptr.
  const SearchFindings* search() const { return std::get_if<SearchFindings>(&findings); }
  SearchFindings* search() { return std::get_if<SearchFindings>(&findings); }
  /// Of a model, or nullptr.
  const ModelFindings* evaluation() const { return std::get_if<ModelFindings>(&findings); }
};

/// \name The answer that a report gives.
/// @{
TestAnswer answer_of(Report report);
TestAnswer answer_of(axioms::AxiomaticReport report);
/// @}

/// What is said of one of its traces; nullptr for one to no outcome.
const Why* why_of(const TestAnswer& answer, const Trace& trace);

/// The pair that races at the end of one of its traces; nullptr for one to something else.
const RacingPair* race_of(const TestAnswer& answer, const Trace& trace);

/// herd's verdict on the condition, as that of a report.
Verdict verdict(const Test& test, const TestAnswer& answer);

/// Whether everything was searched and no execution ends (Verdict::never_ends).
bool never_ends(const TestAnswer& answer);

}  // namespace opexplore
