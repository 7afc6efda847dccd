// The out-of-order rules themselves. Included by out_of_order.hpp.
#pragma once

#include "opmodel/ptx/out_of_order.hpp"

namespace opexplore::ptx_model {

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
      const auto& pending = now.pending(thread, e);
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
// its own thread matter: all others it could have read when it was issued, unless it
// had to wait for its address.
template <unsigned Width>
template <class Sink>
void OutOfOrderRules<Width>::late_loads(const State& state, const Analysis& now, ThreadId thread,
                                        Sink&& sink) const {
  for (std::size_t e = 0; e < state.issued[thread].size(); ++e) {
    const Issued& issued = state.issued[thread][e];
    if (!issued.reads_pending() || !now.pending(thread, e).addressed) continue;
    const Access& access = context_.semantics.access(thread, issued.instruction);
    const LocationId location = access.location;
    const auto reached = now.consequences(thread, issued.write_done() ? e : e + 1);
    const ItemSet candidates = state.memory.at_location(location, context_.semantics);
    for_each_item(candidates, [&](std::size_t source) {
      const bool initial = state.memory.writes[source].thread == Write::initial;
      if (initial && !access.computed_address) return;
      if (!initial) {
        const auto [writer, at] = now.entry_of(source);
        const bool could_read_at_issue = !access.computed_address && at < reached[writer];
        if (could_read_at_issue || (writer == thread && at == e)) return;
      }
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
    if (value && position.addressed(action)) {
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
  const bool addressed = now.position(thread).addressed(context_.action(thread, pc));
  const ItemSet sources =
      addressed ? state.memory.at_location(location, context_.semantics) : ItemSet{0};
  for_each_item(sources, [&](std::size_t source) {
    issued.read = static_cast<std::uint8_t>(source);
    State read = state;
    read.issued[thread].push_back(issued);
    check(std::move(read), [&](State&& after) {
      const Analysis then(context_, after);
      const auto& pending = then.pending(thread, entry);
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
  if (!addressed || may_postpone(state, thread, pc)) {
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

}  // namespace opexplore::ptx_model
