// The rules of the interleaving machine (Lamport 1979): every operation acts at
// once on one memory, threads in any order. One function per rule; each moves one
// thread by one instruction.
//
// A rule changes the state it is given, which is the caller's copy: premises hold
// when it is called (enabled() says so), the conclusion holds when it returns.
#pragma once

#include "opmodel/machines/sc/state.hpp"
#include "opmodel/parts/barrier.hpp"
#include "opmodel/parts/local.hpp"

namespace opexplore::sc {

/// What the rules know about the program.
struct Context {
  const Program& program;
  Frame frame;
  BarrierPlan barriers;
  Liveness liveness;
  LocalSteps local;

  explicit Context(const Test& test)
      : program(test.program),
        frame(program),
        barriers(program),
        liveness(test),
        local(program, liveness) {}

  Context(const Context&) = delete;  // parts refer to each other
  Context& operator=(const Context&) = delete;

  /// The instruction the thread executes next, or nullptr at the end.
  const Instruction* next(const State& state, ThreadId thread) const {
    const auto& instructions = program.threads[thread].instructions;
    const InstructionId pc = state.next[thread];
    return pc < instructions.size() ? &instructions[pc] : nullptr;
  }

  Value& cell(State& state, AddressId address) const {
    return state.memory[program.addresses[address].location];
  }
};

/// The order of rules in Machine::rules.
enum class RuleId : std::uint8_t {
  load,
  store,
  atomic,
  fence,
  proxy_fence,
  barrier_sync,
  barrier_arrive,
  local,
  count
};

/// The rule that executes an instruction.
inline RuleId rule_of(const Action& action) {
  struct Choose {
    RuleId operator()(const Load&) const { return RuleId::load; }
    RuleId operator()(const Store&) const { return RuleId::store; }
    RuleId operator()(const Atomic&) const { return RuleId::atomic; }
    RuleId operator()(const Fence&) const { return RuleId::fence; }
    RuleId operator()(const ProxyFence&) const { return RuleId::proxy_fence; }
    RuleId operator()(const Barrier& barrier) const {
      return barrier.arrive ? RuleId::barrier_arrive : RuleId::barrier_sync;
    }
    RuleId operator()(const Arithmetic&) const { return RuleId::local; }
    RuleId operator()(const Branch&) const { return RuleId::local; }
  };
  return std::visit(Choose{}, action);
}

// load — Lamport 1979, requirement R2: memory serves one request after the other.
//   next[t] = ld r, a
//   ----------------------------------------
//   r[t] := memory[a];  next[t] advances
inline void load(const Context& context, State& state, ThreadId thread, const Load& load) {
  context.frame.registers(state, thread)[load.destination] = context.cell(state, load.address);
  ++state.next[thread];
}

// store — Lamport 1979, R2.
//   next[t] = st a, v
//   ----------------------------------------
//   memory[a] := v;  next[t] advances
inline void store(const Context& context, State& state, ThreadId thread, const Store& store) {
  context.cell(state, store.address) =
      value_of(store.value, context.frame.registers(state, thread));
  ++state.next[thread];
}

// atomic — read and write in one step. A failed cas writes nothing.
//   next[t] = atom.op r, a, v      old = memory[a]
//   -------------------------------------------------
//   memory[a] := op(old, v);  r[t] := old;  next[t] advances
inline void atomic(const Context& context, State& state, ThreadId thread, const Atomic& atomic) {
  const auto registers = context.frame.registers(state, thread);
  Value& cell = context.cell(state, atomic.address);
  const Value old = cell;
  const bool writes = atomic.op != AtomicOp::cas || old == value_of(atomic.expected, registers);
  if (writes) cell = evaluate(atomic.op, old, value_of(atomic.operand, registers));
  if (atomic.destination) registers[*atomic.destination] = old;
  ++state.next[thread];
}

// fence — nothing is ever out of order, so there is nothing to order.
//   next[t] = fence
//   ----------------------------------------
//   next[t] advances
inline void fence(State& state, ThreadId thread) { ++state.next[thread]; }

// proxy_fence — all proxies and aliases are one path to memory here.
//   next[t] = fence.proxy
//   ----------------------------------------
//   next[t] advances
inline void proxy_fence(State& state, ThreadId thread) { ++state.next[thread]; }

// barrier_sync — PTX ISA 9.7.13.1: arrives and waits for the generation.
//   next[t] = bar.sync b      t has not arrived in b's generation
//   ---------------------------------------------------------------
//   t in arrived(b), t in waiting(b);  next[t] advances
inline void barrier_sync(const Context& context, State& state, ThreadId thread,
                         const Barrier& barrier) {
  const auto registers = context.frame.registers(state, thread);
  state.barriers.arrive(context.barriers, thread, arrival_of(barrier, registers));
  ++state.next[thread];
}

// barrier_arrive — PTX ISA 9.7.13.1: arrives and goes on.
//   next[t] = bar.arrive b    t has not arrived in b's generation
//   ---------------------------------------------------------------
//   t in arrived(b);  next[t] advances
inline void barrier_arrive(const Context& context, State& state, ThreadId thread,
                           const Barrier& barrier) {
  const auto registers = context.frame.registers(state, thread);
  state.barriers.arrive(context.barriers, thread, arrival_of(barrier, registers));
  ++state.next[thread];
}

// local — arithmetic and branches touch the thread's own registers alone.
//   next[t] = add r, v, w | beq v, w, L | …
//   ----------------------------------------
//   r[t] := v + w;  next[t] advances, or is L
inline void local(const Context& context, State& state, ThreadId thread) {
  context.local.step(thread, state.next[thread], context.frame.registers(state, thread));
}

/// Whether the thread can execute its next instruction: it waits for nothing, and a
/// barrier it comes to a second time has completed its generation.
inline bool enabled(const Context& context, const State& state, ThreadId thread) {
  const Instruction* const instruction = context.next(state, thread);
  if (instruction == nullptr || state.barriers.waits(thread)) return false;
  const auto* const barrier = std::get_if<Barrier>(&instruction->action);
  if (barrier == nullptr) return true;
  const Arrival arrival = arrival_of(*barrier, context.frame.registers(state, thread));
  return state.barriers.may_arrive(context.barriers, thread, arrival.resource);
}

/// Executes the thread's next instruction by its rule, no more. Precondition: enabled().
inline void apply(const Context& context, State& state, ThreadId thread) {
  const Action& action = context.next(state, thread)->action;
  switch (rule_of(action)) {
    case RuleId::load:
      return load(context, state, thread, std::get<Load>(action));
    case RuleId::store:
      return store(context, state, thread, std::get<Store>(action));
    case RuleId::atomic:
      return atomic(context, state, thread, std::get<Atomic>(action));
    case RuleId::fence:
      return fence(state, thread);
    case RuleId::proxy_fence:
      return proxy_fence(state, thread);
    case RuleId::barrier_sync:
      return barrier_sync(context, state, thread, std::get<Barrier>(action));
    case RuleId::barrier_arrive:
      return barrier_arrive(context, state, thread, std::get<Barrier>(action));
    case RuleId::local:
      return local(context, state, thread);
    case RuleId::count:
      break;
  }
}

/// Takes out generations that the last step completed, by an arrival or by leaving
/// the thread no way to a barrier: those who waited go on.
inline void complete_barriers(const Context& context, State& state) {
  if (state.barriers.generations().empty()) return;
  while (state.barriers.take_completed(context.barriers, state.next)) {
  }
}

}  // namespace opexplore::sc
