#pragma once

#include <algorithm>

#include "opmodel/ptx/in_order/races.hpp"
#include "opmodel/ptx/in_order/walk.hpp"
#include "opmodel/ptx/rules/race.hpp"

namespace opexplore::ptx_model {

namespace {

// What is known of the accesses outside of this set is forgotten everywhere.
template <class Size>
void keep_accesses(InOrderState<Size>& state, const BitSet<Size::slot_words>& kept) {
  walk<Is::accesses>(state, [&](const auto& set) { set.of &= kept; });
}

// The last time is one of the earlier times from now on: who knows it and the others knows all.
template <class Size>
void join_times(InOrderState<Size>& state, RacePlan::Slot last, RacePlan::Slot earlier) {
  using Slots = BitSet<Size::slot_words>;
  const bool first = !state.racing.done.contains(earlier);
  walk<Is::accesses>(state, [&](const auto& set) {
    const bool all = set.of.contains(last) && (first || set.of.contains(earlier));
    set.of &= ~Slots::of(earlier);
    if (all) set.of |= Slots::of(earlier);
  });
}

// Each pair once, in order.
template <class Pairs>
void note(Pairs& pairs, const RacingPair& pair) {
  const auto place = std::lower_bound(pairs.begin(), pairs.end(), pair);
  if (place == pairs.end() || *place != pair) pairs.insert(place, pair);
}

}  // namespace

template <class Size>
void meet_accesses(const Context& context, InOrderState<Size>& state, ThreadId thread,
                   bool writes) {
  if constexpr (Size::finds_races) {
    using Slots = BitSet<Size::slot_words>;
    const RacePlan& plan = context.races;
    const InstructionId pc = state.threads[thread].pc;
    const auto slot = plan.slot(thread, pc, writes);
    if (!slot) return;
    auto& racing = state.racing;
    auto& known = state.threads[thread].knowledge.view.accesses;
    const auto meet = [&](RacePlan::Slot rival) {
      const RacySlot& other = plan[rival];
      note(racing.found, racing_pair(thread, context.original(thread, pc), other.thread,
                                     context.original(other.thread, other.instruction)));
    };
    for_each_race(known, racing.done, plan, *slot, context.semantics, meet);
    // Of an earlier time that it was executed: what is known of that says nothing of this one.
    if (racing.done.contains(*slot)) {
      if (const auto earlier = plan.earlier(*slot)) join_times(state, *slot, *earlier);
      keep_accesses(state, ~Slots::of(*slot));
    }
    racing.done |= Slots::of(*slot);
    const Access& access = context.semantics.access(thread, pc);
    known.stage[origin(access, context.semantics.stages())] |= Slots::of(*slot);
  }
}

template <class Size>
void observe_accesses(const Context& context, InOrderState<Size>& state, ThreadId thread,
                      std::size_t source) {
  if constexpr (Size::finds_races) {
    const Semantics& semantics = context.semantics;
    const Access& access = semantics.access(thread, state.threads[thread].pc);
    if (!state.memory.morally_strong(source, access, semantics)) return;
    auto& known = state.threads[thread].knowledge.view.accesses;
    known.stage[origin(access, semantics.stages())] |= state.racing.observed[source];
  }
}

template <class Size>
void meet_as_write(const Context& context, InOrderState<Size>& state, ThreadId thread,
                   std::size_t write) {
  if constexpr (Size::finds_races) {
    using Slots = BitSet<Size::slot_words>;
    const Write<Size::words>& mine = state.memory.writes[write];
    Slots observed;
    if (const auto slot = context.races.slot(mine.thread, mine.instruction, true)) {
      observed = Slots::of(*slot);
    }
    auto& all = state.racing.observed;
    const Access& access = state.memory.access(write, context.semantics);
    if (mine.rmw_source < initial_write &&
        state.memory.morally_strong(mine.rmw_source, access, context.semantics)) {
      observed |= all[mine.rmw_source];
    }
    all[write] = observed;
    meet_accesses(context, state, thread, true);
  }
}

template <class Size>
void forget_accesses(const Context& context, InOrderState<Size>& state) {
  if constexpr (Size::finds_races) {
    using Slots = BitSet<Size::slot_words>;
    Slots open;
    for (std::size_t t = 0; t < state.threads.size(); ++t) {
      const auto& mine = state.threads[t];
      for (const auto slot : context.races.ahead(static_cast<ThreadId>(t), mine.pc)) {
        for_each_race(mine.knowledge.view.accesses, state.racing.done, context.races, slot,
                      context.semantics, [&](RacePlan::Slot rival) { open |= Slots::of(rival); });
      }
    }
    if (!open.includes(state.racing.done)) keep_accesses(state, open);
  }
}

template <class Size>
bool same_accesses(const InOrderState<Size>& before, const InOrderState<Size>& after) {
  if constexpr (Size::finds_races) {
    if (before.racing.found != after.racing.found) return false;
    if (before.racing.done != after.racing.done) return false;
    for (std::size_t t = 0; t < before.threads.size(); ++t) {
      const Knowledge<Size>& then = before.threads[t].knowledge;
      const Knowledge<Size>& now = after.threads[t].knowledge;
      if (!now.view.accesses.includes(then.view.accesses)) return false;
    }
  }
  return true;
}

template <class Size>
bool leaves_races(const Context& context, const InOrderState<Size>& state, ThreadMask chosen,
                  ThreadMask left) {
  if constexpr (Size::finds_races) {
    bool goes_back = false;
    for_each_thread(chosen, [&](ThreadId t) {
      goes_back = goes_back || context.steps_back[t][state.threads[t].pc];
    });
    if (!goes_back) return false;
    bool may_race = false;
    for_each_thread(left & ~chosen, [&](ThreadId t) {
      may_race = may_race || !context.races.ahead(t, state.threads[t].pc).empty();
    });
    return may_race;
  }
  return false;
}

}  // namespace opexplore::ptx_model
