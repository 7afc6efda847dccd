// `gpu-queues`: the operational GPU machine of Sorensen, Gopalakrishnan and Grover (ICS 2013),
// as Sorensen 2014, section 5.4, describes it: per-address queues, a load array, and a view of
// memory per thread whose locations carry the flags LM and GM.
#pragma once

#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "opmodel/machine.hpp"
#include "opmodel/machines/gpu_queues/choice.hpp"
#include "opmodel/machines/gpu_queues/tables.hpp"
#include "opmodel/progress.hpp"

namespace opexplore::gpu_queues {

class Machine {
 public:
  using State = gpu_queues::State;

  static constexpr std::string_view name = "gpu-queues";
  static constexpr std::string_view version = "2";
  static constexpr std::string_view source =
      "Sorensen, Gopalakrishnan, Grover, ICS 2013; Sorensen, MSc thesis, Utah 2014, section 5.4";
  static constexpr auto rules = rule_list.rules;

  static constexpr std::array<std::string_view, 2> off_or_on{"false", "true"};
  static constexpr std::array<std::string_view, 2> on_or_off{"true", "false"};
  static constexpr std::array<std::string_view, 2> distributions{"block", "receiver"};
  static constexpr std::array<Setting, 3> settings{{
      {"coherent-loads", off_or_on, "no load array: loads of one address stay in order"},
      {"cumulative", on_or_off, "GM travels with a delivery within the block"},
      {"distribution", distributions, "deliver to all receivers at once, or to one at a time"},
  }};

  /// Runs loads, stores, membar.* (fence.sc.*) and arithmetic of the threads of one GPU.
  static std::optional<Refusal> refusal(const Test& test, const MachineOptions& options);

  /// Keeps a reference to the test. `weakening` is for tests of the rules.
  Machine(const Test& test, const MachineOptions& options, Weakening weakening = {});

  /// Runs the machine in tables where the test and the options have them.
  template <class Run>
  static auto dispatch(const Test& test, const MachineOptions& options, Run&& run);
  /// The tables of the machine, or nothing.
  std::shared_ptr<const Tables> tables(const MachineOptions& options) const {
    return Tables::of(test_, options, *context_);
  }

  State initial() const;

  template <class Sink>
  bool for_each_step(const State& state, Sink&& sink) const {
    Steps steps;
    const bool diverges = enabled(state, steps);
    for (const Step step : steps) {
      State next = state;
      apply(next, step);
      sink(step, std::move(next));
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
  PossibleValues possible_values(const State& state, std::size_t index) const {
    return choice_->possible_values(state, index);
  }

  /// \name Infinite runs (opmodel/progress.hpp). Issue is a step of the thread; all that follows is
  /// memory's. It owes: that what is pending is performed, that what is flagged is delivered.
  /// @{
  Standing standing(const State& state) const;
  bool is_memory_step(Step step) const;
  Duties duties(const State& state) const;
  StepDuties step_duties(const State& before, Step step, const State& after) const;
  /// Says so where an instruction, which could be issued otherwise, waits for room.
  std::string_view cut(const State& state) const;
  /// @}

 private:
  bool enabled(const State& state, Steps& steps) const;
  void choose(const State& state, Steps& steps) const;
  bool needed(const State& state, ThreadId thread, LocationId location) const;
  void apply(State& state, Step step) const;
  void forget(State& state) const;

  const Test& test_;
  std::shared_ptr<const Context> context_;
  std::shared_ptr<const Choice> choice_;
  bool ample_;
};

static_assert(opexplore::Machine<Machine> && HasGoal<Machine>);
static_assert(HasProgress<Machine> && HasMemorySteps<Machine> && OwesFairness<Machine>);
static_assert(HasWindow<Machine>);

/// Throws the std::logic_error for a test, or options, without tables.
[[noreturn]] void throw_no_tables();

/// The machine in tables (tables.hpp): the same states, steps and words, faster.
template <std::size_t Words>
class TabulatedMachine {
 public:
  using State = Packed<Words>;

  static constexpr std::string_view name = Machine::name;
  static constexpr std::string_view version = Machine::version;
  static constexpr std::string_view source = Machine::source;
  static constexpr auto rules = Machine::rules;
  static constexpr auto settings = Machine::settings;

  static std::optional<Refusal> refusal(const Test& test, const MachineOptions& options) {
    return Machine::refusal(test, options);
  }

  /// Throws std::logic_error if the test has no tables with these options.
  TabulatedMachine(const Test& test, const MachineOptions& options)
      : machine_(test, options), tables_(machine_.tables(options)) {
    if (!tables_) throw_no_tables();
  }

  /// Of a machine that has tables.
  TabulatedMachine(Machine machine, std::shared_ptr<const Tables> tables)
      : machine_(std::move(machine)), tables_(std::move(tables)) {}

  State initial() const { return {}; }

  template <class Sink>
  bool for_each_step(const State& state, Sink&& sink) const {
    tables_->for_each_move(state,
                           [&](const Move& move) { sink(move.step, tables_->after(state, move)); });
    return tables_->diverges(state);
  }

  bool is_final(const State& state) const { return tables_->is_final(state); }
  Outcome outcome(const State& state) const { return machine_.outcome(unpacked(state)); }

  void encode(const State& state, std::string& bytes) const {
    static_assert(std::endian::native == std::endian::little, "the bytes in use come first");
    const std::size_t size = bytes.size() + tables_->bytes();
    for (std::size_t word = 0; bytes.size() < size; ++word) {
      bytes.append(reinterpret_cast<const char*>(&state.words[word]), sizeof state.words[word]);
    }
    bytes.resize(size);
  }
  void decode(std::string_view bytes, State& state) const {
    std::memcpy(state.words.data(), bytes.data(), bytes.size());
  }

  std::vector<Component> describe(const State& state) const {
    return machine_.describe(unpacked(state));
  }
  StepText describe(const State& state, Step step) const {
    return machine_.describe(unpacked(state), step);
  }
  Phrase stuck_reason(const State& state) const { return machine_.stuck_reason(unpacked(state)); }
  /// Tables have bounds of their own.
  std::string_view exceeded(const State&) const { return {}; }

  /// The machine's state.
  Machine::State unpacked(const State& state) const { return tables_->unpacked(state); }

 private:
  Machine machine_;
  std::shared_ptr<const Tables> tables_;
};

static_assert(opexplore::Machine<TabulatedMachine<1>>);

template <class Run>
auto Machine::dispatch(const Test& test, const MachineOptions& options, Run&& run) {
  const Machine machine(test, options);
  const auto tables = machine.tables(options);
  if (!tables) return run(machine);
  if (tables->bytes() <= sizeof(Packed<1>)) return run(TabulatedMachine<1>(machine, tables));
  return run(TabulatedMachine<Tables::most_words>(machine, tables));
}

}  // namespace opexplore::gpu_queues
