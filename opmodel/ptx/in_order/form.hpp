// The in-order form of the PTX machines, for programs whose loads never need to run late: each
// thread executes in program order, and each rule (opmodel/ptx/rules) acts on the state at once.
//
// Exact whenever Semantics::lateness() names nothing (docs/machines-ptx.md): then every consistent
// execution has an order of its events that respects program order and reads-from, and the axioms
// can be checked as events arrive.
//
// One step: the thread's next instruction has a rule; the function of that name below tries the
// rule's guard for each of its choices, lets the rule act on a copy of the state, and advances the
// thread (advance.hpp: local instructions, barriers that open, knowledge that nobody can use).
#pragma once

#include <optional>
#include <vector>

#include "opmodel/parts/function_ref.hpp"
#include "opmodel/progress.hpp"
#include "opmodel/ptx/context.hpp"
#include "opmodel/ptx/in_order/state.hpp"

namespace opexplore::ptx_model {

/// The driver. Compiled for the sizes of sizes.hpp.
template <class Size>
class InOrderForm {
 public:
  using State = InOrderState<Size>;
  using Sink = FunctionRef<void(Step, State&&)>;

  explicit InOrderForm(const Context& context) : context_(context) {}

  bool final(const State& state) const;

  /// Calls sink for the enabled steps, but of threads that can no longer interact only those of
  /// some: running the others afterwards loses nothing. Threads that may change places are arranged
  /// in the successors (permute.hpp). Returns whether a spinning iteration was left out.
  bool for_each_step(const State& state, Sink sink) const;

  /// Calls sink for the enabled steps of the thread. Returns whether a spinning iteration was left
  /// out.
  bool for_each_step(const State& state, ThreadId thread, Sink sink) const;

  /// Where the threads are. One that cannot arrive at a barrier, before the generation that it is
  /// in already is complete, waits like one that has arrived.
  Standing standing(const State& state) const;

  /// What a step that writes does, before anything that follows from it: with the new write, and
  /// with all that is forgotten behind the step. Nothing of a step that does not write.
  struct Placed {
    Memory<Size::words> memory;
    std::size_t write = 0;
  };
  std::optional<Placed> placed(const State& state, Step step) const;

  /// What a step that writes puts off or pays (OwesFairness).
  StepDuties step_duties(const State& state, Step step) const;

  /// Whether a thread's write was left out here because it has to wait for memory (fairness.hpp).
  bool cut_by_window(const State& state) const;

  /// Registers of all threads and observed memory of a final state.
  Outcome outcome(const State& state) const;

  /// \name The rules, by name: calls sink for each enabled instance of the thread's next
  /// instruction. Returns whether a spinning iteration was left out.
  /// @{
  bool load(const State& state, ThreadId thread, Sink sink) const;
  bool store(const State& state, ThreadId thread, Sink sink) const;
  bool atomic(const State& state, ThreadId thread, Sink sink) const;
  bool fence(const State& state, ThreadId thread, Sink sink) const;
  bool fence_sc(const State& state, ThreadId thread, Sink sink) const;
  bool proxy_fence(const State& state, ThreadId thread, Sink sink) const;
  bool barrier(const State& state, ThreadId thread, Sink sink) const;
  bool local(const State& state, ThreadId thread, Sink sink) const;
  /// @}

  /// The rule of memory, for all threads: only with MachineOptions::liveness.
  void propagate(const State& state, Sink sink) const;

 private:
  // The choice says where in coherence a write was put.
  using Emit = FunctionRef<void(State&&, std::uint16_t)>;

  // A state behind a load, and the number of the write in its step.
  struct Read {
    std::size_t number = 0;
    State state;
    bool covered = false;  ///< by another one (least_reads.hpp)
  };

  bool for_each_chosen_step(const State& state, Sink sink) const;
  template <class F>
  void for_each_source(const State& state, const Access& access, F&& f) const;
  bool read(State& state, ThreadId thread, std::size_t source, bool alone) const;
  bool goes_on(const State& state, ThreadId thread) const;
  void run_on(State& state, ThreadId thread) const;
  void await_write(const State& state, ThreadId thread, Sink sink) const;
  void offer_least(std::vector<Read>& all, ThreadId thread, Sink sink) const;
  bool pass_load(const State& state, ThreadId thread, Sink sink) const;
  bool modify(const State& state, ThreadId thread, std::size_t source, Emit emit) const;
  void place_write(State&& state, ThreadId thread, Value value, std::uint8_t source,
                   Emit emit) const;
  std::optional<Value> value_stored(const State& state, ThreadId thread, std::size_t source) const;
  void write(State&& state, ThreadId thread, Value value, std::uint8_t source, Emit emit) const;
  bool may_arrive(const State& state, ThreadId thread) const;
  FenceFacts next_fence(const State& state, ThreadId thread) const;
  bool spins_at_once(const State& state, ThreadId thread, Value read) const;
  bool spins(const State& before, const State& after, ThreadId thread) const;

  const Context& context_;
};

}  // namespace opexplore::ptx_model
