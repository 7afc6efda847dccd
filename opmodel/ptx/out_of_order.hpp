// The PTX machine for programs whose loads or SC fences may need to take effect
// late: load buffering, fences that precede in the SC order what caused them, and
// locations accessed with scopes that do not include each other.
//
// Each step adds one event to a candidate execution and is refused if an axiom
// breaks. The axioms are monotone, so every consistent execution is reached
// (docs/machines-ptx.md has the argument, and why only loads and what depends on
// them ever wait).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "opmodel/ptx/execution.hpp"
#include "opmodel/ptx/final_state.hpp"

namespace opexplore::ptx_model {

template <unsigned Width>
class OutOfOrderRules {
 public:
  using State = OutOfOrderState;
  using Analysis = Execution<Width>;

  explicit OutOfOrderRules(const Context& context) : context_(context) {}

  State initial() const;
  bool final(const State& state) const {
    return state.settled.size() == context_.observed_locations.size() &&
           all_finished(state, Analysis(context_, state));
  }

  /// Calls sink(Step, State&&) for all enabled steps. Returns whether a spinning
  /// iteration was left out or a load is still postponed: then having no step is
  /// no deadlock.
  template <class Sink>
  bool for_each_step(const State& state, Sink&& sink) const;

  void encode(const State& state, std::string& bytes) const;
  void decode(std::string_view bytes, State& state) const;
  Outcome outcome(const State& state) const;

 private:
  bool all_finished(const State& state, const Analysis& now) const;
  ThreadMask unfinished(const State& state, const Analysis& now) const;
  ThreadMask component(const State& state, const Analysis& now, ThreadMask able) const;
  template <class Sink>
  void settle(const State& state, Sink&& sink) const;
  template <class Sink>
  bool late_stores(const State& state, const Analysis& now, Sink&& sink) const;
  template <class Sink>
  void late_loads(const State& state, const Analysis& now, ThreadId thread, Sink&& sink) const;
  template <class Sink>
  bool issue(const State& state, const Analysis& now, ThreadId thread, Sink&& sink) const;
  template <class Sink>
  bool issue_read(const State& state, const Analysis& now, ThreadId thread, Sink&& sink) const;
  template <class Sink>
  void issue_fence_sc(const State& state, const Analysis& now, ThreadId thread, Sink&& sink) const;
  std::optional<State> issue_barrier(const State& state, const Analysis& now,
                                     ThreadId thread) const;
  template <class Emit>
  void perform_write(const State& state, ThreadId thread, std::size_t entry, Value value,
                     Emit&& emit) const;
  template <class Emit>
  void check(State&& state, Emit&& emit) const;
  void release_barriers(State& state) const;
  bool spins(const State& before, const Analysis& now, const State& after, ThreadId thread) const;
  bool may_postpone(const State& state, ThreadId thread, InstructionId pc) const;

  const Context& context_;
};

template <unsigned Width>
OutOfOrderState OutOfOrderRules<Width>::initial() const {
  State state;
  const Program& program = context_.test.program;
  for (std::size_t l = 0; l < program.locations.size(); ++l) {
    Write write;
    write.instruction = static_cast<InstructionId>(l);
    write.value = program.locations[l].initial;
    state.memory.writes.push_back(write);
  }
  state.issued.resize(program.threads.size());
  return state;
}

template <unsigned Width>
bool OutOfOrderRules<Width>::all_finished(const State& state, const Analysis& now) const {
  if (state.barriers.waiting() != 0) return false;
  for (std::size_t t = 0; t < state.issued.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    if (!context_.finished(thread, now.position(thread).pc)) return false;
    for (const Issued& issued : state.issued[t]) {
      if (issued.reads_pending() || issued.writes_pending()) return false;
    }
  }
  return true;
}

template <unsigned Width>
template <class Sink>
bool OutOfOrderRules<Width>::for_each_step(const State& state, Sink&& sink) const {
  const Analysis now(context_, state);
  if (all_finished(state, now)) {
    if (state.settled.size() < context_.observed_locations.size()) settle(state, sink);
    return false;
  }
  // A store whose operands have arrived waits for nothing: running it first loses
  // no behaviour, because its place in coherence is chosen freely either way.
  if (late_stores(state, now, sink)) return true;
  bool pruned = false;
  ThreadMask able = unfinished(state, now);
  while (able != 0) {
    const ThreadMask chosen = component(state, now, able);
    std::size_t steps = 0;
    const auto count = [&](Step step, State&& next) {
      ++steps;
      sink(step, std::move(next));
    };
    for_each_item(chosen, [&](std::size_t t) {
      const auto thread = static_cast<ThreadId>(t);
      // A load that was postponed in vain is a dead end of the search, not a deadlock.
      for (const Issued& issued : state.issued[t]) pruned = pruned || issued.reads_pending();
      late_loads(state, now, thread, count);
      pruned = issue(state, now, thread, count) || pruned;
    });
    if (steps != 0) break;
    able &= ~chosen;  // these spin or are stuck; others may still run
  }
  return pruned;
}

// Threads with something left to issue or to perform.
template <unsigned Width>
ThreadMask OutOfOrderRules<Width>::unfinished(const State& state, const Analysis& now) const {
  ThreadMask result = 0;
  for (std::size_t t = 0; t < state.issued.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    bool left =
        !context_.finished(thread, now.position(thread).pc) && !state.barriers.waits(thread);
    for (const Issued& issued : state.issued[t]) left = left || issued.reads_pending();
    if (left) result |= thread_bit(thread);
  }
  return result;
}

// The threads to expand (opmodel/parts/components.hpp). What a postponed load or a
// late fence teaches reaches into the past of others, so that while one is possible
// all threads belong together.
template <unsigned Width>
ThreadMask OutOfOrderRules<Width>::component(const State& state, const Analysis& now,
                                             ThreadMask able) const {
  if (!context_.options.split_components) return able;
  SmallVector<InstructionId, max_threads> pcs;
  for (std::size_t t = 0; t < state.issued.size(); ++t) {
    pcs.push_back(now.position(static_cast<ThreadId>(t)).pc);
    if (context_.semantics.lateness().late_fence && context_.futures[t][pcs.back()].fence_sc) {
      return able;
    }
    for (const Issued& issued : state.issued[t]) {
      if (issued.reads_pending()) return able;
    }
  }
  return able &
         context_.components.to_expand(span_of(std::as_const(pcs)), state.barriers.waiting(), able);
}

// Calls emit(State&&) if the candidate execution satisfies the axioms.
template <unsigned Width>
template <class Emit>
void OutOfOrderRules<Width>::check(State&& state, Emit&& emit) const {
  release_barriers(state);
  Analysis after(context_, state);
  if (after.too_large()) {
    state.too_many_events = true;
    emit(std::move(state));
    return;
  }
  Memory memory = state.memory;
  if (!after.saturate() || !after.impose_coherence(memory) || !after.consistent(memory)) return;
  state.memory = std::move(memory);
  emit(std::move(state));
}

template <unsigned Width>
bool OutOfOrderRules<Width>::may_postpone(const State& state, ThreadId thread,
                                          InstructionId pc) const {
  if (!context_.semantics.may_postpone(thread, pc)) return false;
  // One waiting instance of a load at a time: more only arise in loops that do
  // not look at what they load, and each would wait without bound.
  constexpr std::size_t most_waiting_instances = 4;
  std::size_t waiting = 0;
  for (const Issued& issued : state.issued[thread]) {
    if (issued.instruction == pc && issued.reads_pending()) ++waiting;
  }
  return waiting < most_waiting_instances;
}

template <unsigned Width>
void OutOfOrderRules<Width>::release_barriers(State& state) const {
  if (!context_.barriers.has_barriers() || state.barriers.generations().empty()) return;
  while (true) {
    const Analysis now(context_, state);
    SmallVector<InstructionId, max_threads> pcs;
    for (std::size_t t = 0; t < state.issued.size(); ++t) {
      pcs.push_back(now.position(static_cast<ThreadId>(t)).pc);
    }
    const auto generation =
        state.barriers.take_completed(context_.barriers, span_of(std::as_const(pcs)));
    if (!generation) return;
    auto place = state.completed.begin();
    while (place != state.completed.end() && std::pair{place->cta, place->resource} <
                                                 std::pair{generation->cta, generation->resource}) {
      ++place;
    }
    if (place == state.completed.end() || place->cta != generation->cta ||
        place->resource != generation->resource) {
      place = state.completed.insert(place, {generation->cta, generation->resource, 0});
    }
    ++place->count;
  }
}

template <unsigned Width>
bool OutOfOrderRules<Width>::spins(const State& before, const Analysis& now, const State& after,
                                   ThreadId thread) const {
  if (!context_.options.prune_spins || before.too_many_events) return false;
  const Analysis then(context_, after);
  const auto known = [&](const Position& position, std::vector<Value>& values) {
    for (std::size_t r = 0; r < position.registers.size(); ++r) {
      if (!position.registers[r]) {
        const auto live = context_.liveness.live(thread, position.pc);
        for (const RegisterId reg : live) {
          if (reg == r) return false;
        }
      }
      values.push_back(position.registers[r].value_or(0));
    }
    return true;
  };
  std::vector<Value> from;
  std::vector<Value> to;
  const Position& start = now.position(thread);
  const Position& end = then.position(thread);
  if (end.stalled || !known(start, from) || !known(end, to)) return false;
  return context_.spins.returns(thread, start.pc, from, end.pc, to);
}

template <unsigned Width>
template <class Sink>
void OutOfOrderRules<Width>::settle(const State& state, Sink&& sink) const {
  settle_location(
      context_, state.memory, state.settled.size(), [&](std::size_t write, Value value) {
        State next = state;
        next.settled.push_back(value);
        sink(Step{static_cast<std::uint8_t>(RuleId::settle), 0, static_cast<std::uint16_t>(write)},
             std::move(next));
      });
}

template <unsigned Width>
Outcome OutOfOrderRules<Width>::outcome(const State& state) const {
  const Analysis now(context_, state);
  return outcome_of(context_, span_of(state.settled), [&](RegisterTerm term) {
    return now.position(term.thread).registers[term.reg].value_or(0);
  });
}

}  // namespace opexplore::ptx_model

#include "opmodel/ptx/out_of_order_bytes.hpp"
#include "opmodel/ptx/out_of_order_rules.hpp"
