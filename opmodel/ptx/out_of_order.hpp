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

// Calls emit(State&&, choice) for every place of the entry's write in coherence.
template <unsigned Width>
template <class Emit>
void OutOfOrderRules<Width>::perform_write(const State& state, ThreadId thread, std::size_t entry,
                                           Value value, Emit&& emit) const {
  State next = state;
  if (next.memory.writes.size() >= max_items - 1) {
    next.too_many_events = true;
    emit(std::move(next), 0);
    return;
  }
  std::size_t earlier = 0;
  for (std::size_t e = 0; e < entry; ++e) {
    if (next.issued[thread][e].write_done()) ++earlier;
  }
  const std::size_t at = next.memory.place_for(thread, earlier);
  for (auto& log : next.issued) {
    for (Issued& issued : log) {
      if (issued.read_done() && issued.read >= at) ++issued.read;
    }
  }
  Issued& mine = next.issued[thread][entry];
  mine.write = 0;
  Write write;
  write.thread = thread;
  write.instruction = mine.instruction;
  write.value = value;
  if (mine.read_done()) write.rmw_source = mine.read;
  next.memory.insert(at, write);
  if (write.rmw_source != Write::none) next.memory.writes[at].rmw_source = mine.read;

  release_barriers(next);
  Analysis after(context_, next);
  if (after.too_large()) {
    next.too_many_events = true;
    emit(std::move(next), 0);
    return;
  }
  if (!after.saturate() || !after.impose_coherence(next.memory)) return;
  for_each_orientation(Memory(next.memory), at, context_.semantics,
                       [&](Memory&& memory, std::uint16_t choice) {
                         if (!after.consistent(memory)) return;
                         State placed = next;
                         placed.memory = std::move(memory);
                         emit(std::move(placed), choice);
                       });
}

template <unsigned Width>
template <class Sink>
bool OutOfOrderRules<Width>::late_stores(const State& state, const Analysis& now,
                                         Sink&& sink) const {
  for (std::size_t t = 0; t < state.issued.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    for (std::size_t e = 0; e < state.issued[t].size(); ++e) {
      const Issued& issued = state.issued[t][e];
      const auto& pending = now.pending_write(thread, e);
      if (!issued.writes_pending() || !pending.ready) continue;
      const auto step = [&](std::size_t choice) {
        return Step{static_cast<std::uint8_t>(RuleId::late_store), thread,
                    static_cast<std::uint16_t>(e | choice << 8U)};
      };
      if (!pending.writes) {
        State next = state;
        next.issued[t][e].write = Issued::none;
        check(std::move(next), [&](State&& after) { sink(step(0), std::move(after)); });
      } else {
        perform_write(state, thread, e, pending.value, [&](State&& after, std::uint16_t choice) {
          sink(step(choice), std::move(after));
        });
      }
      return true;
    }
  }
  return false;
}

// A postponed load takes its value. Only writes that follow from a later event of
// its own thread matter: all others it could have read when it was issued.
template <unsigned Width>
template <class Sink>
void OutOfOrderRules<Width>::late_loads(const State& state, const Analysis& now, ThreadId thread,
                                        Sink&& sink) const {
  for (std::size_t e = 0; e < state.issued[thread].size(); ++e) {
    const Issued& issued = state.issued[thread][e];
    if (!issued.reads_pending()) continue;
    const LocationId location = context_.semantics.access(thread, issued.instruction).location;
    const auto reached = now.consequences(thread, issued.write_done() ? e : e + 1);
    const ItemSet candidates = state.memory.at_location(location, context_.semantics);
    for_each_item(candidates, [&](std::size_t source) {
      if (state.memory.writes[source].thread == Write::initial) return;
      const auto [writer, at] = now.entry_of(source);
      if (at < reached[writer] || (writer == thread && at == e)) return;
      State next = state;
      next.issued[thread][e].read = static_cast<std::uint8_t>(source);
      if (issued.write_done()) {
        // An exchange that has already written: it is now one read-modify-write.
        for (std::size_t w = 0; w < next.memory.writes.size(); ++w) {
          const Write& write = next.memory.writes[w];
          if (write.thread == thread && now.entry_of(w) == std::pair{thread, e}) {
            next.memory.writes[w].rmw_source = static_cast<std::uint8_t>(source);
          }
        }
      }
      check(std::move(next), [&](State&& after) {
        sink(Step{static_cast<std::uint8_t>(RuleId::late_load), thread,
                  static_cast<std::uint16_t>(e | source << 8U)},
             std::move(after));
      });
    });
  }
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
template <class Sink>
bool OutOfOrderRules<Width>::issue(const State& state, const Analysis& now, ThreadId thread,
                                   Sink&& sink) const {
  const Position& position = now.position(thread);
  if (context_.finished(thread, position.pc) || position.stalled || position.diverged ||
      state.barriers.waits(thread)) {
    return false;
  }
  const Action& action = context_.action(thread, position.pc);
  const auto emit = [&](RuleId rule, std::size_t argument, State&& next) {
    sink(Step{static_cast<std::uint8_t>(rule), thread, static_cast<std::uint16_t>(argument)},
         std::move(next));
  };
  Issued issued;
  issued.instruction = position.pc;
  State next = state;
  if (state.issued[thread].size() >= 0xff) {
    next.too_many_events = true;
    emit(RuleId::local, 0, std::move(next));
    return false;
  }
  if (std::holds_alternative<Load>(action) || std::holds_alternative<Atomic>(action)) {
    return issue_read(state, now, thread, sink);
  }
  if (const auto* fence = std::get_if<Fence>(&action); fence != nullptr) {
    if (fence->order == Order::sc) {
      issue_fence_sc(state, now, thread, sink);
      return false;
    }
    next.issued[thread].push_back(issued);
    check(std::move(next), [&](State&& after) { emit(RuleId::fence, 0, std::move(after)); });
  } else if (std::holds_alternative<ProxyFence>(action)) {
    next.issued[thread].push_back(issued);
    check(std::move(next), [&](State&& after) { emit(RuleId::proxy_fence, 0, std::move(after)); });
  } else if (std::holds_alternative<Barrier>(action)) {
    if (auto arrived = issue_barrier(state, now, thread)) {
      check(std::move(*arrived),
            [&](State&& after) { emit(RuleId::barrier, 0, std::move(after)); });
    }
  } else if (const auto* store = std::get_if<Store>(&action)) {
    issued.write = Issued::pending;
    next.issued[thread].push_back(issued);
    const MaybeValue value = position.value(store->value);
    if (value) {
      perform_write(next, thread, next.issued[thread].size() - 1, *value,
                    [&](State&& after, std::uint16_t choice) {
                      emit(RuleId::store, choice, std::move(after));
                    });
    } else {
      emit(RuleId::store, 0, std::move(next));
    }
  }
  return false;
}

// Loads and the read half of atomics: from any write now, or later.
template <unsigned Width>
template <class Sink>
bool OutOfOrderRules<Width>::issue_read(const State& state, const Analysis& now, ThreadId thread,
                                        Sink&& sink) const {
  const InstructionId pc = now.position(thread).pc;
  const bool atomic = std::holds_alternative<Atomic>(context_.action(thread, pc));
  const RuleId rule = atomic ? RuleId::atomic : RuleId::load;
  const LocationId location = context_.semantics.access(thread, pc).location;
  bool pruned = false;
  const auto emit = [&](RuleId which, std::size_t argument, State&& next) {
    sink(Step{static_cast<std::uint8_t>(which), thread, static_cast<std::uint16_t>(argument)},
         std::move(next));
  };
  Issued issued;
  issued.instruction = pc;
  if (atomic) issued.write = Issued::pending;
  const std::size_t entry = state.issued[thread].size();
  for_each_item(state.memory.at_location(location, context_.semantics), [&](std::size_t source) {
    issued.read = static_cast<std::uint8_t>(source);
    State read = state;
    read.issued[thread].push_back(issued);
    check(std::move(read), [&](State&& after) {
      const Analysis then(context_, after);
      const auto& pending = then.pending_write(thread, entry);
      if (atomic && !pending.ready) {  // its operand waits for a postponed load
        emit(rule, source, std::move(after));
        return;
      }
      const bool writes = atomic && pending.writes;
      const bool silent = writes && pending.value == after.memory.writes[source].value &&
                          context_.semantics.uniform(location);
      if (!writes) after.issued[thread][entry].write = Issued::none;
      if ((!writes || silent) && spins(state, now, after, thread)) {
        pruned = true;
      } else if (!writes) {
        emit(rule, source, std::move(after));
      } else {
        perform_write(
            after, thread, entry, pending.value, [&](State&& placed, std::uint16_t choice) {
              emit(rule, source | static_cast<std::size_t>(choice) << 8U, std::move(placed));
            });
      }
    });
  });
  if (may_postpone(state, thread, pc)) {
    issued.read = Issued::pending;
    State next = state;
    next.issued[thread].push_back(issued);
    emit(RuleId::postpone_load, 0, std::move(next));
  }
  return pruned;
}

// fence.sc: last in the Fence-SC order, or before fences that have run and that led to
// this one without ordering it (a fence that did not lead to it could have run after it).
template <unsigned Width>
template <class Sink>
void OutOfOrderRules<Width>::issue_fence_sc(const State& state, const Analysis& now,
                                            ThreadId thread, Sink&& sink) const {
  const InstructionId pc = now.position(thread).pc;
  const Scope scope = std::get<Fence>(context_.action(thread, pc)).scope;
  const std::size_t entry = state.issued[thread].size();
  State next = state;
  Issued issued;
  issued.instruction = pc;
  next.issued[thread].push_back(issued);
  std::size_t at = 0;
  while (at < next.fences.size() && next.fences[at].thread <= thread) ++at;
  for (OrderedFence& fence : next.fences) fence.before = make_room(fence.before, at);
  next.fences.insert(next.fences.begin() + static_cast<std::ptrdiff_t>(at),
                     {thread, static_cast<std::uint8_t>(entry), 0});
  ItemSet strong = 0;
  ItemSet movable = 0;
  for (std::size_t f = 0; f < next.fences.size(); ++f) {
    const OrderedFence& other = next.fences[f];
    if (f == at) continue;
    const auto& theirs = std::get<Fence>(
        context_.action(other.thread, state.issued[other.thread][other.entry].instruction));
    const Scope needed = context_.semantics.distance(thread, other.thread);
    if (other.thread != thread && (scope < needed || theirs.scope < needed)) continue;
    strong |= item(f);
    if (other.thread != thread && context_.semantics.lateness().late_fence &&
        now.consequences(other.thread, other.entry + 1U)[thread] < entry) {
      movable |= item(f);
    }
  }
  std::uint16_t choice = 0;
  for (ItemSet later = 0;; later = (later - movable) & movable) {
    State placed = next;
    placed.fences[at].before = strong & ~later;
    for_each_item(later, [&](std::size_t f) { placed.fences[f].before |= item(at); });
    check(std::move(placed), [&](State&& after) {
      sink(Step{static_cast<std::uint8_t>(RuleId::fence_sc), thread, choice}, std::move(after));
    });
    ++choice;
    if (later == movable) break;
  }
}

template <unsigned Width>
std::optional<OutOfOrderState> OutOfOrderRules<Width>::issue_barrier(const State& state,
                                                                     const Analysis& now,
                                                                     ThreadId thread) const {
  const Position& position = now.position(thread);
  const auto& barrier = std::get<Barrier>(context_.action(thread, position.pc));
  std::vector<Value> registers;
  for (const MaybeValue& value : position.registers) registers.push_back(value.value_or(0));
  const Arrival arrival = arrival_at(context_.semantics.reading(), barrier, registers);
  const ThreadMask cta = context_.barriers.cta(thread);
  State next = state;
  Issued issued;
  issued.instruction = position.pc;
  issued.resource = arrival.resource;
  for (const CompletedBarrier& done : state.completed) {
    if (done.cta == cta && done.resource == arrival.resource) issued.generation = done.count;
  }
  const bool passes =
      context_.semantics.reading().barriers_by_instance && arrival.quorum && issued.generation > 0;
  if (passes) {
    issued.generation = 0;
    issued.too_late = true;
  } else {
    if (!state.barriers.may_arrive(context_.barriers, thread, arrival.resource)) {
      return std::nullopt;
    }
    next.barriers.arrive(context_.barriers, thread, arrival);
  }
  next.issued[thread].push_back(issued);
  return next;
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
