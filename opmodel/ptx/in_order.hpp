// The PTX machine for programs whose loads never need to run late: each thread
// executes in program order; loads choose among the writes that their thread
// does not know to be overwritten.
//
// Exact whenever Semantics::lateness() names nothing (docs/machines-ptx.md):
// then every consistent execution has an order of its events that respects
// program order and reads-from, and the axioms can be checked as events arrive.
#pragma once

#include <optional>

#include "opmodel/parts/function_ref.hpp"
#include "opmodel/ptx/context.hpp"
#include "opmodel/ptx/in_order_state.hpp"

namespace opexplore::ptx_model {

/// The rules. Each takes a state and the choices it names, and gives perhaps a next state.
/// Compiled for one stage and for few_stages.
template <unsigned Width>
class InOrderRules {
 public:
  using State = InOrderState<Width>;
  using Sink = FunctionRef<void(Step, State&&)>;

  explicit InOrderRules(const Context& context) : context_(context) {}

  bool final(const State& state) const;

  /// Calls sink for the enabled steps, but of threads that can no longer interact only those of
  /// some: running the others afterwards loses nothing. Returns whether a spinning iteration was
  /// left out.
  bool for_each_step(const State& state, Sink sink) const;

  /// Calls sink for the enabled steps of the thread. Returns whether a spinning iteration was left
  /// out.
  bool for_each_step(const State& state, ThreadId thread, Sink sink) const;

  /// Registers of all threads and observed memory of a final state.
  Outcome outcome(const State& state) const;

 private:
  // The choice says where in coherence a write was put.
  using Emit = FunctionRef<void(State&&, std::uint16_t)>;

  void settle(const State& state, Sink sink) const;

  bool loads(const State& state, ThreadId thread, Sink sink) const;
  bool atomics(const State& state, ThreadId thread, Sink sink) const;
  std::optional<State> load(const State& state, ThreadId thread, std::size_t source) const;
  bool atomic(const State& state, ThreadId thread, std::size_t source, Emit emit) const;
  void store(const State& state, ThreadId thread, Emit emit) const;
  State fence(const State& state, ThreadId thread) const;
  State proxy_fence(const State& state, ThreadId thread) const;
  std::optional<State> barrier(const State& state, ThreadId thread) const;
  State local(const State& state, ThreadId thread) const;

  bool observe(State& state, ThreadId thread, const Access& access, std::size_t source) const;
  void write(State state, ThreadId thread, const Access& access, Value value, std::uint8_t source,
             Emit emit) const;
  void join_fences(State& state, ThreadId thread, Scope scope) const;
  bool spins(const State& before, const State& after, ThreadId thread) const;

  const Context& context_;
};

}  // namespace opexplore::ptx_model
