// The rules of the interleaving machine (Lamport 1979): every operation acts at
// once on one memory, threads in any order. One function per rule; each moves one
// thread by one instruction.
//
// A rule changes the state it is given, which is the caller's copy: premises hold
// when it is called (enabled() says so), the conclusion holds when it returns.
#pragma once

#include "opmodel/instruction.hpp"
#include "opmodel/machines/sc/state.hpp"
#include "opmodel/parts/barrier.hpp"
#include "opmodel/parts/local.hpp"
#include "opmodel/rule_list.hpp"

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

  /// The same, of which this is the kind.
  template <class Kind>
  const Kind& next(const State& state, ThreadId thread) const {
    return std::get<Kind>(next(state, thread)->action);
  }

  Value& cell(State& state, AddressId address) const {
    return state.memory[program.addresses[address].location];
  }
};

// load — Lamport 1979, requirement R2: memory serves one request after the other.
//   next[t] = ld r, a
//   ----------------------------------------
//   r[t] := memory[a];  next[t] advances
inline void load(const Context& context, State& state, ThreadId thread) {
  const Load& load = context.next<Load>(state, thread);
  context.frame.registers(state, thread)[load.destination] = context.cell(state, load.address);
  ++state.next[thread];
}

// store — Lamport 1979, R2.
//   next[t] = st a, v
//   ----------------------------------------
//   memory[a] := v;  next[t] advances
inline void store(const Context& context, State& state, ThreadId thread) {
  const Store& store = context.next<Store>(state, thread);
  context.cell(state, store.address) =
      value_of(store.value, context.frame.registers(state, thread));
  ++state.next[thread];
}

// atomic — read and write in one step. A failed cas writes nothing.
//   next[t] = atom.op r, a, v      old = memory[a]
//   -------------------------------------------------
//   memory[a] := op(old, v);  r[t] := old;  next[t] advances
inline void atomic(const Context& context, State& state, ThreadId thread) {
  const Atomic& atomic = context.next<Atomic>(state, thread);
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
inline void fence(const Context&, State& state, ThreadId thread) { ++state.next[thread]; }

// proxy_fence — all proxies and aliases are one path to memory here.
//   next[t] = fence.proxy
//   ----------------------------------------
//   next[t] advances
inline void proxy_fence(const Context&, State& state, ThreadId thread) { ++state.next[thread]; }

/// What the barrier that is next asks for: the arrival.
inline Arrival next_arrival(const Context& context, const State& state, ThreadId thread) {
  return arrival_of(context.next<Barrier>(state, thread), context.frame.registers(state, thread));
}

/// The guard of both barrier rules: a barrier that the thread comes to a second time has completed
/// its generation.
inline bool may_arrive(const Context& context, const State& state, ThreadId thread) {
  const Arrival arrival = next_arrival(context, state, thread);
  return state.barriers.may_arrive(context.barriers, thread, arrival.resource);
}

// barrier_sync — PTX ISA 9.7.13.1: arrives and waits for the generation.
//   next[t] = bar.sync b      t has not arrived in b's generation
//   ---------------------------------------------------------------
//   t in arrived(b), t in waiting(b);  next[t] advances
inline void barrier_sync(const Context& context, State& state, ThreadId thread) {
  state.barriers.arrive(context.barriers, thread, next_arrival(context, state, thread));
  ++state.next[thread];
}

// barrier_arrive — PTX ISA 9.7.13.1: arrives and goes on.
//   next[t] = bar.arrive b    t has not arrived in b's generation
//   ---------------------------------------------------------------
//   t in arrived(b);  next[t] advances
inline void barrier_arrive(const Context& context, State& state, ThreadId thread) {
  state.barriers.arrive(context.barriers, thread, next_arrival(context, state, thread));
  ++state.next[thread];
}

// local — arithmetic and branches touch the thread's own registers alone.
//   next[t] = add r, v, w | beq v, w, L | …
//   ----------------------------------------
//   r[t] := v + w;  next[t] advances, or is L
inline void local(const Context& context, State& state, ThreadId thread) {
  context.local.step(thread, state.next[thread], context.frame.registers(state, thread));
}

/// The rules in the order of their numbers.
inline constexpr RuleList rule_list{
    rule<load>("load", "Lamport 1979, R2", "reads memory"),
    rule<store>("store", "Lamport 1979, R2", "writes memory"),
    rule<atomic>("atomic", "Lamport 1979, R2", "reads and writes memory in one step"),
    rule<fence>("fence", "Lamport 1979, R1", "does nothing: program order is kept anyway"),
    rule<proxy_fence>("proxy_fence", "Lamport 1979, R2",
                      "does nothing: all proxies are one memory"),
    rule<may_arrive, barrier_sync>("barrier_sync", "PTX ISA 9.7.13.1",
                                   "arrives at a CTA barrier and waits for the others"),
    rule<may_arrive, barrier_arrive>("barrier_arrive", "PTX ISA 9.7.13.1",
                                     "arrives at a CTA barrier without waiting"),
    rule<local>("local", "Lamport 1979, R1", "register arithmetic or a branch"),
};

/// The step by which the thread executes an instruction.
inline Step step_of(const Action& action, ThreadId thread) {
  const Overloaded choose{
      [&](const Load&) { return rule_list.step<load>(thread); },
      [&](const Store&) { return rule_list.step<store>(thread); },
      [&](const Atomic&) { return rule_list.step<atomic>(thread); },
      [&](const AnyFence auto& kind) {
        return facts_of(kind).proxy ? rule_list.step<proxy_fence>(thread)
                                    : rule_list.step<fence>(thread);
      },
      [&](const Barrier& barrier) {
        return barrier.arrive ? rule_list.step<barrier_arrive>(thread)
                              : rule_list.step<barrier_sync>(thread);
      },
      [&](const Arithmetic&) { return rule_list.step<local>(thread); },
      [&](const Branch&) { return rule_list.step<local>(thread); },
      [&](const Asynchronous&) { return rule_list.step<local>(thread); },  // refused
  };
  return std::visit(choose, action);
}

/// Whether the thread can execute its next instruction: it is not at its end, waits for nobody, and
/// the guard of its rule allows it.
inline bool enabled(const Context& context, const State& state, ThreadId thread) {
  const Instruction* const next = context.next(state, thread);
  return next != nullptr && !state.barriers.waits(thread) &&
         rule_list.allows(step_of(next->action, thread), context, state);
}

/// Executes the thread's next instruction by its rule, no more. Precondition: enabled().
inline void apply(const Context& context, State& state, ThreadId thread) {
  rule_list.take(step_of(context.next(state, thread)->action, thread), context, state);
}

/// Takes out generations that the last step completed, by an arrival or by leaving
/// the thread no way to a barrier: those who waited go on.
inline void complete_barriers(const Context& context, State& state) {
  if (state.barriers.generations().empty()) return;
  while (state.barriers.take_completed(context.barriers, state.next)) {
  }
}

}  // namespace opexplore::sc
