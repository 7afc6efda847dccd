// `vulkan`: the Vulkan memory model as a machine. Threads run in program order, but for loads that
// take effect late; each location has its messages, each thread what it knows per set of storage
// classes, each write where it is available and visible; every access looks for races.
//
// Why it is exact, and why its states are finite: README.md.
//
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "opmodel/machine.hpp"
#include "opmodel/machines/vulkan/choice.hpp"
#include "opmodel/machines/vulkan/fairness.hpp"
#include "opmodel/machines/vulkan/rules.hpp"
#include "opmodel/machines/vulkan/write_names.hpp"
#include "opmodel/parts/small_vector.hpp"
#include "opmodel/parts/spins.hpp"
#include "opmodel/progress.hpp"
#include "opmodel/synchronisation.hpp"

namespace opexplore::vulkan {

class Machine {
 public:
  using State = vulkan::State;
  using WriteNames = vulkan::WriteNames;

  static constexpr std::string_view name = "vulkan";
  static constexpr std::string_view version = "2";
  static constexpr std::string_view source =
      "Vulkan specification, appendix Memory Model; Khronos alloy/spirv.als; Dat3M cat/vulkan.cat";
  static constexpr Language language = Language::vulkan;
  static constexpr std::array<std::string_view, 3> race_values{"stop", "follow", "ignore"};
  static constexpr std::array<std::string_view, 3> chain_values{"model", "spec", "none"};
  static constexpr std::array<std::string_view, 3> reading_values{"dat3m", "khronos", "spec"};
  static constexpr std::array<Setting, 3> settings{{
      {"races", race_values,
       "whether executions end with a data race, are followed behind it, or are not told of it"},
      {"chains", chain_values,
       "which availability and visibility operations widen what others have done"},
      {"vulkan-reading", reading_values,
       "whose text of the memory model is meant where they differ"},
  }};
  static constexpr auto rules = rule_list.rules;
  /// Where racy accesses have all their values levels are wide (explorer/plan/plan.hpp).
  static constexpr std::uint64_t states_at_once = 256;

  /// HasAxioms. Empty where a reading has no such chains. They allow more late reads than the
  /// machine has.
  static std::string_view axioms(const MachineOptions& options);
  static Synchronisation synchronisation(const MachineOptions&) {
    return {.kind = Synchronisation::Kind::vulkan, .proxies = false};
  }

  static std::optional<Refusal> refusal(const Test& test, const MachineOptions& options);

  /// Keeps a reference to the test.
  Machine(const Test& test, const MachineOptions& options);
  Machine(const Machine&) = delete;  // parts refer to each other
  Machine& operator=(const Machine&) = delete;

  State initial() const;

  template <class Sink>
  bool for_each_step(const State& state, Sink&& sink) const {
    Turns turns = turns_of(state);
    State next;
    while (turns.chosen != 0) {
      bool enough = false;
      for (const Step step : candidates(state, turns.chosen)) {
        next = state;
        rule_list.take(step, context_, next);
        if (next.refuted) continue;
        if (spins(state, next, step.thread)) {
          turns.diverges = true;
          continue;
        }
        settle(next, step.thread);
        turns.goes_back = turns.goes_back || goes_back(state, step, next);
        enough = true;
        arrange(next);
        sink(step, std::move(next));
      }
      turns.chosen = enough && (context_.exact || !turns.goes_back) ? 0 : turns.others;
      turns.others = 0;
    }
    return turns.diverges || may_be_dead_end(state);
  }

  /// HasGradedForm: where threads change places, the steps of a path are not all of one execution.
  static bool is_graded(const Test& test, const MachineOptions& options);
  static MachineOptions graded(MachineOptions options);

  /// TellsDeadEnds: a read-modify-write that was put off need not find a place.
  static constexpr bool has_dead_ends = true;
  bool may_be_dead_end(const State& state) const;

  bool is_final(const State& state) const;
  Outcome outcome(const State& state) const;
  void encode(const State& state, std::string& bytes) const;
  void decode(std::string_view bytes, State& state) const;
  std::vector<Component> describe(const State& state) const;
  StepText describe(const State& state, Step step) const;
  Phrase stuck_reason(const State& state) const;
  std::string_view exceeded(const State& state) const;

  /// \name Infinite runs (opmodel/progress.hpp). Memory owes each thread the last write of each
  /// location that it may access again and again, and the opening of barriers.
  /// @{
  Standing standing(const State& state) const;
  std::vector<InstructionId> places(const State& state) const { return state.next; }
  bool is_memory_step(Step step) const;
  Duties duties(const State& state) const;
  StepDuties step_duties(const State& before, Step step, const State& after) const;
  std::string_view cut(const State& state) const;
  /// No read takes effect late there: graphs would be larger, and would need other duties.
  bool in_order_only() const { return context_.late.any() && context_.brought.empty(); }
  /// @}

  /// Where races are followed, of complete executions that pass the filter alone. Where infinite
  /// runs are judged, any race, and none if the setting says that races are followed.
  bool has_raced(const State& state) const;
  /// A filter is for complete executions, so that a race before their ends says nothing yet.
  bool goes_on_after_race() const { return context_.exact; }
  /// Precondition: has_raced().
  std::string race(const State& state) const;

  /// For searches towards a verdict (MachineOptions::goal): what an observable of the test may be
  /// at the end, and whether a race may still be found. Never too few.
  PossibleValues possible_values(const State& state, std::size_t index) const;
  bool may_race(const State& state) const;

 private:
  /// Whose steps are taken from a state.
  struct Turns {
    ThreadMask chosen = 0;
    ThreadMask others = 0;   // if those have no step, or go back
    bool diverges = false;   // an iteration was left out
    bool goes_back = false;  // a thread has gone back in its program
  };

  using Steps = SmallVector<Step, 8>;

  Turns turns_of(const State& state) const;
  Steps candidates(const State& state, ThreadMask threads) const;
  void add_steps(const State& state, ThreadId thread, Steps& steps) const;
  void add_memory_steps(const State& state, Steps& steps) const;
  void add_accesses(const State& state, ThreadId thread, Steps& steps) const;
  bool places_as_last(const State& state, LocationId location) const;
  bool last_matters(const State& state, ThreadId thread) const;
  std::size_t earliest_place(const State& state, InstructionId at, ThreadId thread) const;
  void add_late_reads(const State& state, ThreadId thread, Steps& steps) const;
  void add_modifications(const State& state, ThreadId thread, Steps& steps) const;
  void offer_put_off(const State& state, ThreadId thread, Steps& steps) const;
  template <class Use>
  void for_each_place(std::size_t message, std::size_t count, const Use& use) const;
  ThreadMask able_threads(const State& state, bool& diverges) const;
  static bool goes_back(const State& before, Step step, const State& after);
  bool spins(const State& before, const State& after, ThreadId thread) const;
  bool has_to_read(const State& state, ThreadId thread) const;
  bool may_step(const State& state, ThreadId thread) const;
  bool runs_forever(const State& state, ThreadId thread) const;
  void settle(State& state, ThreadId thread) const;
  void bring_to_all(State& state, LocationId location) const;
  void arrange(State& state) const;
  void run_local(State& state, ThreadId thread) const;
  bool is_told(const State& state, LocationId location) const;
  StepText describe_late_read(const State& state, Step step) const;
  std::string event_text(const State& state, EventId event) const;
  std::string operation_text(OperationId operation) const;
  std::string set_text(const State& state, const EventSet& set) const;
  Phrase absent_phrase(const State& state, const Instance& instance) const;

  const Test& test_;
  MachineOptions options_;
  bool ignores_races_;
  bool follows_races_;
  Context context_;
  Interactions interactions_;
  std::optional<Spins> spins_;        // with MachineOptions::prune_spins, where a thread goes back
  std::optional<ValuesAhead> ahead_;  // with MachineOptions::goal
  Fairness fairness_;
};

static_assert(opexplore::Machine<Machine> && HasRaces<Machine> && TellsDeadEnds<Machine>);
static_assert(HasGradedForm<Machine>);
static_assert(HasProgress<Machine> && HasPlaces<Machine> && HasMemorySteps<Machine>);
static_assert(OwesFairness<Machine> && HasWindow<Machine> && MayBeInOrderOnly<Machine>);

}  // namespace opexplore::vulkan
