// Axiomatic memory models, written in the cat language, evaluated over the candidate executions
// of a litmus test. docs/axioms.md describes language and evaluation.
//
// Nothing here knows a machine: the two answers are independent of each other.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "axioms/cat_error.hpp"
#include "axioms/unsupported.hpp"
#include "opmodel/condition.hpp"
#include "opmodel/data_race.hpp"
#include "opmodel/execution.hpp"
#include "opmodel/results/prohibition.hpp"

namespace opexplore::axioms {

struct CompiledModel;
struct Plan;
struct Recording;

/// A model, ready to be evaluated; cheap to copy, may be used by several threads at once.
class Model {
 public:
  Model(CompiledModel compiled, Plan plan);

  const std::string& name() const;    ///< "ptx75", or the file's path
  const std::string& title() const;   ///< the text at its head; may be empty
  const std::string& origin() const;  ///< the file, or "built in"
  const CompiledModel& compiled() const { return *compiled_; }
  const Plan& plan() const { return *plan_; }

 private:
  std::shared_ptr<const CompiledModel> compiled_;
  std::shared_ptr<const Plan> plan_;
};

struct BuiltInModel {
  std::string_view name;
  std::string title;
};

/// The models that come with the library, by name.
std::vector<BuiltInModel> built_in_models();

/// The model of that name or path. A name with a slash is a file, and so is one that ends in .cat
/// if there is that file. Any other, with or without .cat, is `<name>.cat` in one of the
/// directories, or else a built-in model. Files that are included are looked for beside the
/// including one first. `options` count after those that the model has: "place=cta". Throws
/// CatError.
Model load_model(const std::string& name_or_path,
                 const std::vector<std::filesystem::path>& directories = {},
                 const std::vector<std::string>& options = {});

/// The model with that text; `path` is for messages and includes. Throws CatError.
Model read_model(std::string_view text, const std::string& path,
                 const std::vector<std::filesystem::path>& directories = {});

/// \name The flags whose relation is the data races of a model.
/// @{
/// They are undefined behaviour: C++, Vulkan.
inline constexpr std::string_view data_race_flag = "data-race";
/// They are none: PTX. It is evaluated only for those who ask for data races, and is not among the
/// raised flags.
inline constexpr std::string_view racing_accesses_flag = "racing-accesses";
/// @}

/// The flag of executions that have no meaning: what they end in is left out, but that a test that
/// asks `undef` has an outcome for all of them.
inline constexpr std::string_view undefined_flag = "undefined";

/// In that outcome, what all other observables are: no test compares anything with it.
inline constexpr Value undefined_value = std::numeric_limits<Value>::min();

/// How many candidates are looked at between two looks at the clock and at `interrupted`.
inline constexpr std::uint64_t candidates_per_poll = 256;

/// For EvaluateOptions::interrupted, where the end shall be the same on every run: true when all
/// evaluations that have a copy of it have looked at so many candidates together.
std::function<bool()> after_candidates(std::uint64_t most);

struct EvaluateOptions {
  // WART: model-bounds. Executions with more are left out.
  unsigned loop_bound = 2;  ///< backward jumps of one thread in one execution
  std::optional<std::chrono::milliseconds> timeout;
  std::function<bool()> interrupted;  ///< polled; true stops the evaluation
  bool witnesses = true;              ///< keep an execution for each outcome
  bool data_races = false;            ///< look for the accesses that race
  /// True of an allowed outcome that passes the filter: nothing more is asked. May be empty.
  std::function<bool(const Outcome&)> enough = {};
  /// Only executions that agree with it are looked at (recording.hpp). May be none.
  const Recording* recording = nullptr;
};

struct AxiomaticOutcome {
  Outcome values;                ///< of Test::observables
  std::uint64_t executions = 0;  ///< consistent ones that end like this
  std::optional<Execution> witness;
};

/// A `flag` of the model that some consistent execution raised.
struct RaisedFlag {
  std::string name;
  std::uint64_t executions = 0;
};

struct AxiomaticReport {
  std::string model;
  std::vector<AxiomaticOutcome> outcomes;  ///< those that pass the filter, in increasing order
  std::uint64_t filtered_outcomes = 0;     ///< allowed, but they fail the filter
  std::uint64_t candidates = 0;            ///< partly decided executions looked at
  std::uint64_t consistent = 0;            ///< executions that the model allows
  std::uint64_t circular = 0;              ///< left out: a value would have to justify itself
  std::vector<RaisedFlag> flags;
  /// Races were looked for, and the model says what they are: all of them, if this is complete.
  bool looked_for_data_races = false;
  std::vector<RacingPair> data_races;  ///< in order; of executions that pass the filter
  /// Pairs that race only in executions that fail the filter, in order.
  std::vector<RacingPair> excluded_data_races;
  bool had_enough = false;  ///< EvaluateOptions::enough ended it before all was seen
  Stopped stopped = Stopped::no;
  std::string incomplete_reason;  ///< one sentence; empty when complete
  double seconds = 0;             ///< wall clock

  bool complete() const { return stopped == Stopped::no; }
};

/// Enumerates the executions that the model allows. Throws Unsupported for a program that it
/// cannot treat.
AxiomaticReport evaluate(const Model& model, const Test& test, const EvaluateOptions& options = {});

/// Whether the test's quantified condition holds of these outcomes; what a report that is not
/// complete has not found may change it.
bool condition_holds(const Test& test, const AxiomaticReport& report);

}  // namespace opexplore::axioms
