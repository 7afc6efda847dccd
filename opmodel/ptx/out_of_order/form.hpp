// The out-of-order form of the PTX machines, for programs whose loads or SC fences may need to take
// effect late: load buffering, fences that precede in the SC order what caused them, and locations
// accessed with scopes that do not include each other.
//
// One step adds one event to a candidate execution: the functions below, one per rule, note what
// was issued or performed. Then the rules (opmodel/ptx/rules) are folded over all that was issued,
// to a fixpoint (execution.hpp), and the step is refused if a guard fails there. The axioms are
// monotone, so every consistent execution is reached (docs/machines-ptx.md has the argument, and
// why only loads and what depends on them ever wait).
#pragma once

#include <utility>
#include <vector>

#include "opmodel/parts/function_ref.hpp"
#include "opmodel/progress.hpp"
#include "opmodel/ptx/out_of_order/execution.hpp"

namespace opexplore::ptx_model {

/// The state behind a step. `present`: what is known there, all but its place in coherence; null
/// where that was not worked out.
struct Reached {
  // Implicit: most steps work out nothing.
  Reached(OutOfOrderState&& behind, Present* known = nullptr)
      : state(std::move(behind)), present(known) {}

  OutOfOrderState&& state;
  Present* present;
};

/// The driver.
class OutOfOrderForm {
 public:
  using State = OutOfOrderState;
  using Sink = FunctionRef<void(Step, Reached&&)>;

  explicit OutOfOrderForm(const Context& context) : context_(context) {}

  State initial() const;
  bool final(const State& state) const;

  /// Calls sink(Step, State&&) for all enabled steps. Returns whether a spinning
  /// iteration was left out or a load is still postponed: then having no step is
  /// no deadlock.
  bool for_each_step(const State& state, Sink sink) const;

  /// Where the threads are. One whose late instructions are still to come has not ended.
  Standing standing(const State& state) const;

  /// What a step that writes puts off or pays (OwesFairness).
  StepDuties step_duties(const State& state, Step step) const;

  /// The state behind a step that is enabled, and the entry that the step issues or performs.
  State after(const State& state, Step step) const;
  static std::size_t entry_of(const State& state, Step step);

  /// By thread, the instruction that it issues next.
  std::vector<InstructionId> places(const State& state) const;

  Outcome outcome(const State& state) const;

  /// \name The rules, by name: calls sink for each enabled instance. `now`: of the state.
  /// @{
  /// Of the thread's next instruction. Returns whether a spinning iteration was left out.
  bool load(const State& state, Present& now, ThreadId thread, Sink sink) const;
  bool store(const State& state, Present& now, ThreadId thread, Sink sink) const;
  bool atomic(const State& state, Present& now, ThreadId thread, Sink sink) const;
  bool fence(const State& state, Present& now, ThreadId thread, Sink sink) const;
  bool fence_sc(const State& state, Present& now, ThreadId thread, Sink sink) const;
  bool proxy_fence(const State& state, Present& now, ThreadId thread, Sink sink) const;
  bool barrier(const State& state, Present& now, ThreadId thread, Sink sink) const;
  bool local(const State& state, Present& now, ThreadId thread, Sink sink) const;
  /// Of this form alone (late.cpp). The last returns whether it has an instance.
  void postpone_load(const State& state, ThreadId thread, InstructionId pc, Sink sink) const;
  void late_load(const State& state, Present& now, ThreadId thread, Sink sink) const;
  bool late_store(const State& state, Present& now, Sink sink) const;
  /// @}

 private:
  // The choice says where in coherence a write was put.
  using Emit = FunctionRef<void(Reached&&, std::uint16_t)>;

  // Whether some threads may go before others.
  bool chooses_threads() const {
    const MachineOptions& options = context_.options;
    return options.ample_threads && !options.races && !options.liveness;
  }
  std::vector<Consequences> of_choices(const State& state, const Events& now) const;
  bool certain(const State& state, Present& now, Sink sink) const;
  bool all_finished(const State& state, const Events& now) const;
  ThreadMask unfinished(const State& state, const Events& now) const;
  ThreadMask component(const State& state, const Events& now, ThreadMask able) const;
  bool issue(const State& state, Present& now, ThreadId thread, Sink sink) const;
  bool read(const State& state, Present& now, ThreadId thread, FunctionRef<bool(std::size_t)> from,
            Sink sink) const;
  bool load_from(const State& state, Present& now, ThreadId thread, std::size_t source,
                 Sink sink) const;
  bool atomic_from(const State& state, Present& now, ThreadId thread, std::size_t source,
                   Sink sink) const;
  void write_next(State&& next, Present& now, ThreadId thread, const LateItems& known, Value value,
                  Emit emit) const;
  bool is_needed(const State& state, const Events& now, ThreadId thread) const;
  bool turns_again(const State& state, const Events& now, ThreadId thread) const;
  bool fills_window(const State& state, ThreadId thread, std::size_t entry) const;
  bool may_postpone(const State& state, ThreadId thread, InstructionId pc) const;
  void take_late(const State& state, Present& now, ThreadId thread, std::size_t entry,
                 std::size_t source, Sink sink) const;
  void write_late(const State& state, Present& now, ThreadId thread, std::size_t entry, Value value,
                  Emit emit) const;
  LateLimit full_for(const State& state, ThreadId thread, std::size_t entry) const;
  bool sc_at_location(const State& after, ThreadId thread, std::size_t entry) const;
  void append(State&& state, Step step, Sink sink) const;
  void check(State&& state, Step step, Sink sink) const;
  bool spins(const State& before, const Position& start, const State& after, const Position& end,
             ThreadId thread) const;

  const Context& context_;
};

/// Counts the generations of barriers that are complete by now.
void release_barriers(const Context& context, OutOfOrderState& state);

}  // namespace opexplore::ptx_model
