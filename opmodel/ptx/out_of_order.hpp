// The PTX machine for programs whose loads or SC fences may need to take effect
// late: load buffering, fences that precede in the SC order what caused them, and
// locations accessed with scopes that do not include each other.
//
// Each step adds one event to a candidate execution and is refused if an axiom
// breaks. The axioms are monotone, so every consistent execution is reached
// (docs/machines-ptx.md has the argument, and why only loads and what depends on
// them ever wait).
#pragma once

#include <optional>

#include "opmodel/parts/function_ref.hpp"
#include "opmodel/ptx/events.hpp"

namespace opexplore::ptx_model {

/// The rules. Each takes a state, its events and the choices it names.
class OutOfOrderRules {
 public:
  using State = OutOfOrderState;
  using Sink = FunctionRef<void(Step, State&&)>;

  explicit OutOfOrderRules(const Context& context) : context_(context) {}

  State initial() const;
  bool final(const State& state) const {
    return state.settled.size() == context_.observed_locations.size() &&
           all_finished(state, Events(context_, state));
  }

  /// Calls sink(Step, State&&) for all enabled steps. Returns whether a spinning
  /// iteration was left out or a load is still postponed: then having no step is
  /// no deadlock.
  bool for_each_step(const State& state, Sink sink) const;

  Outcome outcome(const State& state) const;

 private:
  // The choice says where in coherence a write was put.
  using Emit = FunctionRef<void(State&&, std::uint16_t)>;

  bool all_finished(const State& state, const Events& now) const;
  ThreadMask unfinished(const State& state, const Events& now) const;
  ThreadMask component(const State& state, const Events& now, ThreadMask able) const;
  void settle(const State& state, Sink sink) const;
  bool late_stores(const State& state, const Events& now, Sink sink) const;
  void late_loads(const State& state, const Events& now, ThreadId thread, Sink sink) const;
  void late_load(const State& state, const Events& now, ThreadId thread, std::size_t entry,
                 std::size_t source, Sink sink) const;
  bool issue(const State& state, const Events& now, ThreadId thread, Sink sink) const;
  bool issue_read(const State& state, const Events& now, ThreadId thread, Sink sink) const;
  bool issue_read_from(const State& state, const Events& now, ThreadId thread, std::size_t source,
                       Sink sink) const;
  void issue_store(const State& state, const Events& now, ThreadId thread, Sink sink) const;
  void issue_fence(const State& state, const Events& now, ThreadId thread, Sink sink) const;
  void issue_fence_sc(const State& state, const Events& now, ThreadId thread, Sink sink) const;
  std::optional<State> issue_barrier(const State& state, const Events& now, ThreadId thread) const;
  bool morally_strong_fences(const State& state, const OrderedFence& a,
                             const OrderedFence& b) const;
  void perform_write(const State& state, ThreadId thread, std::size_t entry, Value value,
                     Emit emit) const;
  void check(State&& state, FunctionRef<void(State&&)> emit) const;
  void release_barriers(State& state) const;
  bool spins(const State& before, const Events& now, const State& after, ThreadId thread) const;
  bool may_postpone(const State& state, ThreadId thread, InstructionId pc) const;

  const Context& context_;
};

}  // namespace opexplore::ptx_model
