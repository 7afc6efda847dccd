// The rules of this form alone: accesses that take effect after later instructions of their thread.
//
// PTX ISA 8.10.4 (No-Thin-Air) forbids only cycles of dependencies and reads-from; without a
// dependency, a read may take its value from what follows it in program order (load buffering).
// ASPLOS 2019, section 3.5.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "opmodel/ptx/out_of_order/form.hpp"
#include "opmodel/ptx/rule_list.hpp"
#include "opmodel/ptx/rules/load.hpp"

namespace opexplore::ptx_model {

bool OutOfOrderForm::may_postpone(const State& state, ThreadId thread, InstructionId pc) const {
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

// postpone_load — the load waits in the queue of its address while later instructions run.
//   next[t] = ld r, x (or atom)       its address is not known, or it may read from t's future
//   ------------------------------------------------------------------------------------------
//   the load joins t's queue;  r is not known;  next[t] advances
void OutOfOrderForm::postpone_load(const State& state, ThreadId thread, InstructionId pc,
                                   Sink sink) const {
  State next = state;
  Issued& issued = next.issued[thread].emplace_back();
  issued.instruction = pc;
  issued.read = Issued::pending;
  const Access& access = context_.semantics.access(thread, issued.instruction);
  if (access.writes) issued.write = Issued::pending;
  sink(rule_list.step<postpone_load_{}>(thread), std::move(next));
}

// late_load — a postponed load takes its value.
//   a load of x waits in t's queue and its address is known
//   w, a write to x, follows from a later instruction of t, or the address had to be waited for
//   -------------------------------------------------------------------------------------------
//   the load leaves the queue and reads w, as load does      (rules/load.hpp)
//
// All other writes it could have read when it was issued. If nothing else is put off, and all that
// was issued may have led to w, as far as that was a choice: what did not can come later
// (docs/machines-ptx.md).
void OutOfOrderForm::late_load(const State& state, Present& present, ThreadId thread,
                               Sink sink) const {
  const Events& now = present.events();
  for (std::size_t e = 0; e < state.issued[thread].size(); ++e) {
    const Issued& issued = state.issued[thread][e];
    if (!issued.reads_pending() || !now.entry(thread, e).addressed) continue;
    const Access& access = context_.semantics.access(thread, issued.instruction);
    const auto reached = now.consequences(thread, issued.write_done() ? e : e + 1);
    std::optional<std::vector<Consequences>> choices;  // once somebody asks
    if (access.computed_address) {
      take_late(state, present, thread, e, initial_write, sink);
      choices.emplace();
    }
    const auto at_location = state.memory.at_location(access.location, context_.semantics);
    at_location.for_each([&](std::size_t source) {
      const auto [writer, at] = now.entry_of(source);
      const bool before = at == Events::in_past || at < reached[writer];
      const bool could_read_at_issue = before && !access.computed_address;
      if (could_read_at_issue || (writer == thread && at == e)) return;
      if (!choices) choices = of_choices(state, now);
      // Clang 14 lets no lambda use a structured binding.
      const auto leads = [place = at, by = writer](const Consequences& from) {
        return place >= from[by];
      };
      if (std::ranges::all_of(*choices, leads)) take_late(state, present, thread, e, source, sink);
    });
  }
}

// What may have followed from the last choice of each thread, if one load alone is put off: from
// what it read.
std::vector<Consequences> OutOfOrderForm::of_choices(const State& state, const Events& now) const {
  if (!context_.folds || !chooses_threads()) return {};
  std::ptrdiff_t waiting = 0;
  for (const IssuedList& log : state.issued) {
    waiting += std::ranges::count_if(log, &Issued::reads_pending);
  }
  if (waiting != 1) return {};
  std::vector<Consequences> result;
  for (std::size_t t = 0; t < state.issued.size(); ++t) {
    const IssuedList& log = state.issued[t];
    std::size_t behind = log.size();
    while (behind != 0 && !log[behind - 1].read_done()) --behind;
    if (behind != 0) result.push_back(now.consequences(static_cast<ThreadId>(t), behind - 1));
  }
  return result;
}

void OutOfOrderForm::take_late(const State& state, Present& now, ThreadId thread, std::size_t entry,
                               std::size_t source, Sink sink) const {
  const bool too_many = now.events().too_large_with(1);
  // What is known there only grows.
  if (!too_many && !may_load(state.memory, now.known_before(thread, entry), source)) return;
  State next = state;
  Issued& issued = next.issued[thread][entry];
  const std::size_t number = step_number(
      source, context_.semantics.access(thread, issued.instruction).location, context_.semantics);
  const Step step = rule_list.step<late_load_{}>(thread, {entry, number});
  issued.read = static_cast<std::uint8_t>(source);
  if (issued.write_done()) {
    // An exchange that has already written: it is now one read-modify-write.
    const std::size_t write = now.events().entry(thread, entry).write_item;
    next.memory.writes[write].rmw_source = static_cast<std::uint8_t>(source);
  }
  release_barriers(context_, next);
  if (too_many) {
    next.beyond = LateLimit::events;
    return sink(step, std::move(next));
  }
  Present then(now, now.events().with_read(next, thread, entry));
  LateMemory memory = next.memory;
  const bool allowed = then.with([&](auto& after) {
    return after.saturate_behind(thread) && after.impose_coherence(memory) &&
           after.consistent(memory);
  });
  if (!allowed) return;
  next.memory = std::move(memory);
  sink(step, {std::move(next), &then});
}

// late_store — a store whose operands have arrived takes its place in coherence.
//   a store (or the write half of an atomic) waits in t's queue     its address and value are known
//   ------------------------------------------------------------------------------------------
//   the store leaves the queue, as store does (rules/store.hpp); a cas that failed just leaves it
//
// It waits for nothing any more, and its place in coherence is chosen freely whenever it comes: the
// first such store runs before anything else. Returns whether there was one.
bool OutOfOrderForm::late_store(const State& state, Present& now, Sink sink) const {
  for (std::size_t t = 0; t < state.issued.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    for (std::size_t e = 0; e < state.issued[t].size(); ++e) {
      const Stored& stored = now.events().entry(thread, e).stored;
      if (!state.issued[t][e].writes_pending() || !stored.ready) continue;
      if (stored.writes) {
        write_late(state, now, thread, e, stored.value, [&](Reached&& after, std::uint16_t choice) {
          const auto way = static_cast<std::uint8_t>(choice);
          sink(rule_list.step<late_store_{}>(thread, {e, way}), std::move(after));
        });
      } else {
        State next = state;
        next.issued[t][e].write = Issued::none;
        append(std::move(next), rule_list.step<late_store_{}>(thread, {e, 0}), sink);
      }
      return true;
    }
  }
  return false;
}

}  // namespace opexplore::ptx_model
