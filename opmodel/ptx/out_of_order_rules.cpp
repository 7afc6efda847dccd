// The rules of the out-of-order form: late loads and stores, and issuing.
#include <utility>
#include <vector>

#include "opmodel/ptx/out_of_order.hpp"

namespace opexplore::ptx_model {

namespace {

Step step_of(RuleId rule, ThreadId thread, std::size_t argument) {
  return {static_cast<std::uint8_t>(rule), thread, static_cast<std::uint16_t>(argument)};
}

}  // namespace

bool OutOfOrderRules::late_stores(const State& state, const Events& now, Sink sink) const {
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
void OutOfOrderRules::late_loads(const State& state, const Events& now, ThreadId thread,
                                 Sink sink) const {
  for (std::size_t e = 0; e < state.issued[thread].size(); ++e) {
    const Issued& issued = state.issued[thread][e];
    if (!issued.reads_pending() || !now.pending(thread, e).addressed) continue;
    const Access& access = context_.semantics.access(thread, issued.instruction);
    const auto reached = now.consequences(thread, issued.write_done() ? e : e + 1);
    const ItemSet candidates = state.memory.at_location(access.location, context_.semantics);
    for_each_item(candidates, [&](std::size_t source) {
      const bool initial = state.memory.writes[source].thread == Write::initial;
      if (initial && !access.computed_address) return;
      if (!initial) {
        const auto [writer, at] = now.entry_of(source);
        const bool could_read_at_issue = !access.computed_address && at < reached[writer];
        if (could_read_at_issue || (writer == thread && at == e)) return;
      }
      late_load(state, now, thread, e, source, sink);
    });
  }
}

void OutOfOrderRules::late_load(const State& state, const Events& now, ThreadId thread,
                                std::size_t entry, std::size_t source, Sink sink) const {
  State next = state;
  Issued& issued = next.issued[thread][entry];
  issued.read = static_cast<std::uint8_t>(source);
  if (issued.write_done()) {
    // An exchange that has already written: it is now one read-modify-write.
    const std::size_t write = now.entry(thread, entry).write_item;
    next.memory.writes[write].rmw_source = static_cast<std::uint8_t>(source);
  }
  check(std::move(next), [&](State&& after) {
    sink(step_of(RuleId::late_load, thread, entry | source << 8U), std::move(after));
  });
}

bool OutOfOrderRules::issue(const State& state, const Events& now, ThreadId thread,
                            Sink sink) const {
  const Position& position = now.position(thread);
  if (context_.finished(thread, position.pc) || position.stalled || position.diverged ||
      state.barriers.waits(thread)) {
    return false;
  }
  const Action& action = context_.action(thread, position.pc);
  if (state.issued[thread].size() >= 0xff) {
    State next = state;
    next.too_many_events = true;
    sink(step_of(RuleId::local, thread, 0), std::move(next));
    return false;
  }
  if (std::holds_alternative<Load>(action) || std::holds_alternative<Atomic>(action)) {
    return issue_read(state, now, thread, sink);
  }
  if (std::holds_alternative<Fence>(action) || std::holds_alternative<ProxyFence>(action)) {
    issue_fence(state, now, thread, sink);
  } else if (std::holds_alternative<Barrier>(action)) {
    if (auto arrived = issue_barrier(state, now, thread)) {
      check(std::move(*arrived),
            [&](State&& after) { sink(step_of(RuleId::barrier, thread, 0), std::move(after)); });
    }
  } else if (std::holds_alternative<Store>(action)) {
    issue_store(state, now, thread, sink);
  }
  return false;
}

// A store takes its place in coherence at once if its value and address are known.
void OutOfOrderRules::issue_store(const State& state, const Events& now, ThreadId thread,
                                  Sink sink) const {
  const Position& position = now.position(thread);
  const Action& action = context_.action(thread, position.pc);
  State next = state;
  Issued issued;
  issued.instruction = position.pc;
  issued.write = Issued::pending;
  next.issued[thread].push_back(issued);
  const MaybeValue value = position.value(std::get<Store>(action).value);
  if (value && position.addressed(action)) {
    perform_write(next, thread, next.issued[thread].size() - 1, *value,
                  [&](State&& after, std::uint16_t choice) {
                    sink(step_of(RuleId::store, thread, choice), std::move(after));
                  });
  } else {
    sink(step_of(RuleId::store, thread, 0), std::move(next));
  }
}

// Loads and the read half of atomics: from any write now, or later. Returns whether a spinning
// iteration was left out.
bool OutOfOrderRules::issue_read(const State& state, const Events& now, ThreadId thread,
                                 Sink sink) const {
  const InstructionId pc = now.position(thread).pc;
  const Action& action = context_.action(thread, pc);
  bool pruned = false;
  const bool addressed = now.position(thread).addressed(action);
  if (addressed) {
    const LocationId location = context_.semantics.access(thread, pc).location;
    for_each_item(state.memory.at_location(location, context_.semantics), [&](std::size_t source) {
      pruned = issue_read_from(state, now, thread, source, sink) || pruned;
    });
  }
  if (!addressed || may_postpone(state, thread, pc)) {
    Issued issued;
    issued.instruction = pc;
    if (std::holds_alternative<Atomic>(action)) issued.write = Issued::pending;
    issued.read = Issued::pending;
    State next = state;
    next.issued[thread].push_back(issued);
    sink(step_of(RuleId::postpone_load, thread, 0), std::move(next));
  }
  return pruned;
}

bool OutOfOrderRules::issue_read_from(const State& state, const Events& now, ThreadId thread,
                                      std::size_t source, Sink sink) const {
  const InstructionId pc = now.position(thread).pc;
  const LocationId location = context_.semantics.access(thread, pc).location;
  const bool atomic = std::holds_alternative<Atomic>(context_.action(thread, pc));
  const RuleId rule = atomic ? RuleId::atomic : RuleId::load;
  const std::size_t entry = state.issued[thread].size();
  Issued issued;
  issued.instruction = pc;
  issued.read = static_cast<std::uint8_t>(source);
  if (atomic) issued.write = Issued::pending;
  State read = state;
  read.issued[thread].push_back(issued);
  bool pruned = false;
  check(std::move(read), [&](State&& after) {
    const Events then(context_, after);
    const auto& pending = then.pending(thread, entry);
    if (atomic && !pending.ready) {  // its operand waits for a postponed load
      sink(step_of(rule, thread, source), std::move(after));
      return;
    }
    const bool writes = atomic && pending.writes;
    const bool silent = writes && pending.value == after.memory.writes[source].value &&
                        context_.semantics.uniform(location);
    if (!writes) after.issued[thread][entry].write = Issued::none;
    if ((!writes || silent) && spins(state, now, after, thread)) {
      pruned = true;
    } else if (!writes) {
      sink(step_of(rule, thread, source), std::move(after));
    } else {
      perform_write(after, thread, entry, pending.value, [&](State&& placed, std::uint16_t choice) {
        const std::size_t argument = source | static_cast<std::size_t>(choice) << 8U;
        sink(step_of(rule, thread, argument), std::move(placed));
      });
    }
  });
  return pruned;
}

// Fences that order nothing among themselves.
void OutOfOrderRules::issue_fence(const State& state, const Events& now, ThreadId thread,
                                  Sink sink) const {
  const InstructionId pc = now.position(thread).pc;
  const auto* const fence = std::get_if<Fence>(&context_.action(thread, pc));
  if (fence != nullptr && fence->order == Order::sc) {
    issue_fence_sc(state, now, thread, sink);
    return;
  }
  const RuleId rule = fence != nullptr ? RuleId::fence : RuleId::proxy_fence;
  State next = state;
  Issued issued;
  issued.instruction = pc;
  next.issued[thread].push_back(issued);
  check(std::move(next), [&](State&& after) { sink(step_of(rule, thread, 0), std::move(after)); });
}

// Whether the Fence-SC order relates the two: their scopes include each other's thread.
bool OutOfOrderRules::morally_strong_fences(const State& state, const OrderedFence& a,
                                            const OrderedFence& b) const {
  const auto scope = [&](const OrderedFence& fence) {
    const InstructionId at = state.issued[fence.thread][fence.entry].instruction;
    return std::get<Fence>(context_.action(fence.thread, at)).scope;
  };
  const Scope needed = context_.semantics.distance(a.thread, b.thread);
  return a.thread == b.thread || (scope(a) >= needed && scope(b) >= needed);
}

// fence.sc: last in the Fence-SC order, or before fences that have run and that led to
// this one without ordering it (a fence that did not lead to it could have run after it).
void OutOfOrderRules::issue_fence_sc(const State& state, const Events& now, ThreadId thread,
                                     Sink sink) const {
  const std::size_t entry = state.issued[thread].size();
  State next = state;
  Issued issued;
  issued.instruction = now.position(thread).pc;
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
    if (f == at || !morally_strong_fences(next, next.fences[at], other)) continue;
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
      sink(step_of(RuleId::fence_sc, thread, choice), std::move(after));
    });
    ++choice;
    if (later == movable) break;
  }
}

std::optional<OutOfOrderState> OutOfOrderRules::issue_barrier(const State& state, const Events& now,
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
