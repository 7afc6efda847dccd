// `sc`: sequential consistency by interleaving.
#pragma once

#include <array>
#include <bit>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "opmodel/machine.hpp"
#include "opmodel/machines/sc/choice.hpp"
#include "opmodel/machines/sc/rules.hpp"
#include "opmodel/machines/sc/write_names.hpp"
#include "opmodel/parts/components.hpp"
#include "opmodel/progress.hpp"
#include "opmodel/synchronisation.hpp"

namespace opexplore::sc {

class Machine {
 public:
  using State = sc::State;

  static constexpr std::string_view name = "sc";
  static constexpr std::string_view version = "1";
  static constexpr std::string_view source =
      "Lamport, How to Make a Multiprocessor Computer That Correctly Executes Multiprocess "
      "Programs, 1979";
  static constexpr auto rules = rule_list.rules;
  static constexpr std::array<Setting, 0> settings{};

  using WriteNames = sc::WriteNames;
  static std::string_view axioms(const MachineOptions&) { return "sc"; }

  static Synchronisation synchronisation(const MachineOptions&) {
    return {.kind = Synchronisation::Kind::interleaving};
  }

  /// Runs every program of up to 64 threads.
  static std::optional<Refusal> refusal(const Test& test, const MachineOptions& options);

  /// Keeps a reference to the test.
  Machine(const Test& test, const MachineOptions& options)
      : Machine(test, options, Purpose::outcomes) {}
  /// The same, for a machine that looks for more than outcomes.
  Machine(const Test& test, const MachineOptions& options, Purpose purpose);
  Machine(const Machine&) = delete;  // parts refer to each other
  Machine& operator=(const Machine&) = delete;

  State initial() const;

  template <class Sink>
  bool for_each_step(const State& state, Sink&& sink) const {
    bool diverges = false;
    std::array<ThreadMask, rule_list.size()> ready{};
    for (ThreadMask left = to_expand(state, diverges); left != 0; left &= left - 1) {
      const auto thread = static_cast<ThreadId>(std::countr_zero(left));
      ready[next_rule(state, thread)] |= thread_bit(thread);
    }
    State next;
    for (std::size_t rule = 0; rule < ready.size(); ++rule) {
      for (ThreadMask left = ready[rule]; left != 0; left &= left - 1) {
        const auto thread = static_cast<ThreadId>(std::countr_zero(left));
        const Step step{static_cast<std::uint8_t>(rule), thread, 0};
        next = state;
        take(next, step);
        sink(step, std::move(next));
      }
    }
    return diverges;
  }

  bool is_final(const State& state) const;
  Outcome outcome(const State& state) const;
  void encode(const State& state, std::string& bytes) const;
  void decode(std::string_view bytes, State& state) const;
  std::vector<Component> describe(const State& state) const;
  StepText describe(const State& state, Step step) const;
  Phrase stuck_reason(const State& state) const;
  std::string_view exceeded(const State& state) const;
  Standing standing(const State& state) const;
  std::vector<InstructionId> places(const State& state) const { return state.next; }
  /// In a search for a verdict; otherwise anything.
  PossibleValues possible_values(const State& state, std::size_t index) const {
    return choice_.possible_values(state, index);
  }

 private:
  // The number of the rule that executes the thread's next instruction; at its end there is none.
  std::uint8_t next_rule(const State& state, ThreadId thread) const {
    return rules_[thread][state.next[thread]];
  }
  static constexpr std::uint8_t at_end = rule_list.size();

  // Local instructions are run at once, so a thread that stands before one is in an
  // endless local loop, or in one too long to follow. Where infinite runs are judged, going round
  // it is a step, which leads back to the same state. Who waits at the barrier before it is not
  // there yet.
  bool runs_forever(const State& state, ThreadId thread) const {
    return options_.fuse_local && next_rule(state, thread) == rule_list.number<local>() &&
           !state.barriers.waits(thread);
  }

  void take(State& state, Step step) const;
  void settle(State& state, ThreadId thread) const;
  ThreadMask to_expand(const State& state, bool& diverges) const;

  const Test& test_;
  MachineOptions options_;
  Context context_;
  Components components_;
  Choice choice_;
  std::vector<std::vector<std::uint8_t>> rules_;  // per thread and pc
};

static_assert(opexplore::Machine<Machine> && HasGoal<Machine> && HasProgress<Machine> &&
              HasPlaces<Machine>);

}  // namespace opexplore::sc
