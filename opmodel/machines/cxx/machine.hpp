// `cxx`: scoped C++ as a machine. Threads run in program order and put their accesses into an
// execution graph, each with its place in coherence; what breaks an axiom is given up at once.
//
// Why it is exact, why its states are few and why spinning ends: README.md.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "opmodel/machine.hpp"
#include "opmodel/machines/cxx/choice.hpp"
#include "opmodel/machines/cxx/context.hpp"
#include "opmodel/machines/cxx/graph.hpp"
#include "opmodel/machines/cxx/rules.hpp"
#include "opmodel/machines/cxx/spinning.hpp"
#include "opmodel/machines/cxx/thread_run.hpp"
#include "opmodel/progress.hpp"
#include "opmodel/synchronisation.hpp"

namespace opexplore::cxx {

class Machine {
 public:
  using State = cxx::State;

  static constexpr std::string_view name = "cxx";
  static constexpr std::string_view version = "2";
  static constexpr std::string_view source =
      "Scoped C++20 (Lustig et al., ASPLOS 2019, section 4; Lahav et al., PLDI 2017; P0668, P0982)";
  static constexpr Language language = Language::cxx;
  /// A read that was postponed in vain (HasDeadEnds).
  static constexpr bool has_dead_ends = true;
  bool may_be_dead_end(const State& state) const;
  static constexpr std::array<std::string_view, 4> readings{"c++20", "rc11", "rc11-lb", "c++17"};
  static constexpr std::array<std::string_view, 2> off_or_on{"false", "true"};
  static constexpr std::array<Setting, 2> settings{{
      {"cxx", readings, "whose release sequences, order of sc operations and load buffering"},
      {"racy-outcomes", off_or_on, "list what programs with a data race could do, as herd7 does"},
  }};
  static constexpr auto rules = rule_list.rules;

  static std::string_view axioms(const MachineOptions& options);
  static Synchronisation synchronisation(const MachineOptions& options);
  static bool lists_racy_outcomes(const MachineOptions& options) {
    return value_of(settings[1], options) == "true";
  }
  static std::optional<Refusal> refusal(const Test& test, const MachineOptions& options);

  /// Keeps a reference to the test.
  Machine(const Test& test, const MachineOptions& options);

  State initial() const;

  template <class Sink>
  bool for_each_step(const State& state, Sink&& sink) const {
    std::vector<std::pair<Step, State>> found;
    const bool pruned = steps(state, found);
    for (auto& [step, next] : found) sink(step, std::move(next));
    return pruned;
  }

  bool is_final(const State& state) const;
  Outcome outcome(const State& state) const;
  void encode(const State& state, std::string& bytes) const;
  void decode(std::string_view bytes, State& state) const;
  std::vector<Component> describe(const State& state) const;
  StepText describe(const State& state, Step step) const;
  Phrase stuck_reason(const State& state) const;
  std::string_view exceeded(const State& state) const;
  Coherence coherence(const State& state) const;

  /// \name Infinite runs (opmodel/progress.hpp). Memory owes each thread the last write of each
  /// location that it may read: that older ones are read no more.
  /// @{
  Standing standing(const State& state) const;
  bool is_memory_step(Step step) const { return rule_list.is<propagate>(step); }
  Duties duties(const State& state) const;
  StepDuties step_duties(const State& before, Step step, const State& after) const;
  /// Says so where a read could be postponed to good purpose: it is not.
  std::string_view cut(const State& state) const;
  /// @}

  bool has_raced(const State& state) const { return state.race.has_value(); }
  /// Whether executions are followed to their ends although they have a race.
  bool goes_on_after_race() const { return racy_outcomes_; }
  /// Precondition: has_raced().
  std::string race(const State& state) const;

 private:
  using Found = std::vector<std::pair<Step, State>>;

  // Steps of the state in increasing order; whether some of its successors were given up: they
  // break an axiom, or are an iteration of a loop that changed nothing.
  bool steps(const State& state, Found& found) const { return steps(state, rounds_, found); }
  bool steps(const State& state, Rounds rounds, Found& found) const;
  void every_step(const State& state, const std::vector<Outlook>& outlooks, Rounds rounds,
                  Found& found) const;
  bool misses_last(const State& state, const Outlook& outlook, ThreadId thread,
                   LocationId location) const;
  void forget_floors(State& state, ThreadId thread) const;
  LocalRun endless_run(const State& state, ThreadId thread) const;
  std::string_view exceeded_for_liveness(const State& state) const;

  const Test& test_;
  Rounds rounds_;
  bool liveness_;
  bool racy_outcomes_;
  Context context_;
  bool ample_;
  Choice choice_;
};

static_assert(opexplore::Machine<Machine>);
static_assert(HasRaces<Machine>);
static_assert(HasCoherence<Machine>);
static_assert(HasProgress<Machine> && HasMemorySteps<Machine> && OwesFairness<Machine>);
static_assert(HasWindow<Machine>);

}  // namespace opexplore::cxx
