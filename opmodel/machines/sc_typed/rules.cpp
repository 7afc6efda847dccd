#include "opmodel/machines/sc_typed/rules.hpp"

#include <algorithm>

namespace opexplore::sc_typed {

namespace {

template <class List>
void erase_at(List& list, std::size_t index) {
  list.erase(list.begin() + static_cast<std::ptrdiff_t>(index));
}

// Behind all entries that `before` says come before it.
template <class List, class Entry, class Before>
void insert_behind(List& list, const Entry& entry, const Before& before) {
  auto place = list.end();
  while (place != list.begin() && !before(*(place - 1))) --place;
  list.insert(place, entry);
}

Access take(State& state, std::size_t waiting) {
  const Access access = state.waiting[waiting].access;
  erase_at(state.waiting, waiting);
  return access;
}

void add_unsafe(State& state, const Unsafe& entry) {
  insert_behind(state.unsafe, entry, [&](const Unsafe& other) { return other.warp <= entry.warp; });
}

// A marker stands for all older ones of its location that do not hold back more than it does.
void add_marker(State& state, const Unsafe& marker) {
  auto& queue = state.unsafe;
  queue.erase(std::remove_if(queue.begin(), queue.end(),
                             [&](const Unsafe& other) {
                               return other.marker && other.warp == marker.warp &&
                                      other.location == marker.location &&
                                      (marker.writes || !other.writes);
                             }),
              queue.end());
  // Markers with no access between them have no order: by location.
  insert_behind(queue, marker, [&](const Unsafe& other) {
    return other.warp < marker.warp ||
           (other.warp == marker.warp && (!other.marker || other.location < marker.location ||
                                          (other.location == marker.location && other.writes)));
  });
}

// Markers at the head of their queue are deleted.
void delete_markers(State& state) {
  SmallVector<Unsafe, 6> left;
  for (const Unsafe& entry : state.unsafe) {
    const bool heads = left.empty() || left.back().warp != entry.warp;
    if (!entry.marker || !heads) left.push_back(entry);
  }
  state.unsafe = std::move(left);
}

// The type caches of those SMs, told of a change of the sector.
void set_types(const Context& context, State& state, SmMask sms, SectorId sector, Type type) {
  for (std::size_t sm = 0; sm < context.plan().sms(); ++sm) {
    if ((sms >> sm & 1U) != 0) context.type_cache(state, static_cast<SmId>(sm), sector) = type;
  }
}

void end_transition(const Context& context, State& state, SectorId sector) {
  MacEntry& entry = state.mac[sector];
  const bool recalled = entry.recalled;
  entry = {};
  if (recalled) return;
  entry.sharing = Sharing::shared_rw;
  if (context.present.invalidation) {
    set_types(context, state, context.all_sms(), sector, Type::unsafe);
  }
}

// Whether the warp of the thread has no access under way.
bool warp_idle(const Context& context, const State& state, ThreadId thread) {
  const WarpId warp = context.plan().warp(thread);
  const auto mine = [&](const Access& access) { return context.warp(access) == warp; };
  return std::none_of(state.waiting.begin(), state.waiting.end(),
                      [&](const Waiting& entry) { return mine(entry.access); }) &&
         std::none_of(state.unsafe.begin(), state.unsafe.end(),
                      [&](const Unsafe& entry) { return entry.warp == warp; }) &&
         std::none_of(state.safe.begin(), state.safe.end(), mine);
}

}  // namespace

void local(const Context& context, State& state, ThreadId thread) {
  context.core.local(state.core, thread);
}

void issue(const Context& context, State& state, ThreadId thread) {
  const Waiting entry{context.core.issue(state.core, thread)};
  const WarpId warp = context.plan().warp(thread);
  insert_behind(state.waiting, entry,
                [&](const Waiting& other) { return context.warp(other.access) <= warp; });
}

void fence(const Context& context, State& state, ThreadId thread) {
  context.core.pass(state.core, thread);
}

bool may_barrier(const Context& context, const State& state, ThreadId thread) {
  return context.core.may_arrive(state.core, thread) && warp_idle(context, state, thread);
}

void barrier(const Context& context, State& state, ThreadId thread) {
  context.core.arrive(state.core, thread);
}

bool may_request(const Context& context, const State& state, ThreadId, WaitingArgument at) {
  const Waiting& entry = state.waiting[at.waiting];
  if (type_of(context, state, entry) != Type::unknown || !is_next(context, state, at.waiting)) {
    return false;
  }
  const MacEntry& mac = state.mac[context.sector_of(entry.access)];
  if (mac.awaited != 0) return !mac.recalled && !context.present.transition_wait;
  if (mac.sharing == Sharing::untouched && context.mac_entries != 0 &&
      mac_entries_used(state) >= context.mac_entries) {
    return false;
  }
  return !classify(mac, context.sm(entry.access), context.core.planned(entry.access).writes)
              .transition;
}

void request(const Context& context, State& state, ThreadId, WaitingArgument at) {
  Waiting& entry = state.waiting[at.waiting];
  const SmId sm = context.sm(entry.access);
  const SectorId sector = context.sector_of(entry.access);
  MacEntry& mac = state.mac[sector];
  if (mac.awaited != 0) {  // transition-wait is out: answered as if it were over
    context.type_cache(state, sm, sector) = Type::unsafe;
    return;
  }
  const Answer answer = classify(mac, sm, context.core.planned(entry.access).writes);
  const bool is_private =
      answer.sharing == Sharing::private_ro || answer.sharing == Sharing::private_rw;
  mac.accessor = is_private ? sm : SmId{0};
  mac.sharing = answer.sharing;
  context.type_cache(state, sm, sector) = answer.type;
  if (!context.present.type_update) entry.typed = answer.type != Type::unsafe;
}

bool may_invalidate(const Context& context, const State& state, ThreadId, WaitingArgument at) {
  const Waiting& entry = state.waiting[at.waiting];
  if (type_of(context, state, entry) != Type::unknown || !is_next(context, state, at.waiting)) {
    return false;
  }
  const MacEntry& mac = state.mac[context.sector_of(entry.access)];
  return mac.awaited == 0 &&
         classify(mac, context.sm(entry.access), context.core.planned(entry.access).writes)
             .transition;
}

void invalidate(const Context& context, State& state, ThreadId, WaitingArgument at) {
  const Access& access = state.waiting[at.waiting].access;
  const SectorId sector = context.sector_of(access);
  MacEntry& mac = state.mac[sector];
  const Answer answer = classify(mac, context.sm(access), context.core.planned(access).writes);
  const auto accessor = static_cast<SmMask>(1U << mac.accessor);
  mac.awaited = answer.broadcast ? context.all_sms() : accessor;
  if (context.present.invalidation) {
    set_types(context, state, mac.awaited, sector, Type::unknown);
  }
  if (context.present.invalidation && context.present.acknowledgement) return;
  end_transition(context, state, sector);
  context.type_cache(state, context.sm(access), sector) = Type::unsafe;
}

bool may_acknowledge(const Context& context, const State& state, ThreadId thread,
                     SectorArgument of) {
  const SmId sm = context.plan().sm(thread);
  return (state.mac[of.sector].awaited >> sm & 1U) != 0 && drained(context, state, sm, of.sector);
}

void acknowledge(const Context& context, State& state, ThreadId thread, SectorArgument of) {
  SmMask& awaited = state.mac[of.sector].awaited;
  awaited = static_cast<SmMask>(awaited & ~(1U << context.plan().sm(thread)));
  if (awaited == 0) end_transition(context, state, of.sector);
}

bool needs_room(const Context& context, const State& state, std::size_t waiting) {
  const Waiting& entry = state.waiting[waiting];
  if (context.mac_entries == 0 || context.is_shared(entry.access)) return false;
  const MacEntry& mac = state.mac[context.sector_of(entry.access)];
  return mac.sharing == Sharing::untouched && mac.awaited == 0 &&
         type_of(context, state, entry) == Type::unknown && is_next(context, state, waiting) &&
         mac_entries_used(state) >= context.mac_entries;
}

bool may_recall(const Context&, const State& state, ThreadId, SectorArgument of) {
  const auto& mac = state.mac;
  const bool leaving =
      std::any_of(mac.begin(), mac.end(), [](const MacEntry& entry) { return entry.recalled; });
  return !leaving && mac[of.sector].sharing != Sharing::untouched && mac[of.sector].awaited == 0;
}

void recall(const Context& context, State& state, ThreadId, SectorArgument of) {
  MacEntry& mac = state.mac[of.sector];
  if (!context.present.recall) {
    mac = {};
    return;
  }
  mac.awaited = context.all_sms();
  mac.recalled = true;
  set_types(context, state, mac.awaited, of.sector, Type::unknown);
}

bool may_go_unsafe(const Context& context, const State& state, ThreadId, WaitingArgument at) {
  return type_of(context, state, state.waiting[at.waiting]) == Type::unsafe &&
         is_next(context, state, at.waiting);
}

void to_unsafe_queue(const Context& context, State& state, ThreadId, WaitingArgument at) {
  const Access access = take(state, at.waiting);
  const auto& planned = context.core.planned(access);
  add_unsafe(state, {context.warp(access), false, planned.location, planned.writes, access});
}

bool may_go_safe(const Context& context, const State& state, ThreadId, WaitingArgument at) {
  const Waiting& entry = state.waiting[at.waiting];
  const Type type = type_of(context, state, entry);
  return (type == Type::safe_ro || type == Type::safe_rw) && is_next(context, state, at.waiting) &&
         !conflicts(context, state, entry.access);
}

void to_safe_queue(const Context& context, State& state, ThreadId, WaitingArgument at) {
  const Access access = take(state, at.waiting);
  const auto& planned = context.core.planned(access);
  const WarpId warp = context.warp(access);
  const bool listed = !context.is_shared(access) || context.present.shared_memory_table;
  if (listed && context.present.markers && pending_unsafe(state, warp)) {
    add_marker(state, {warp, true, planned.location, planned.writes, {}});
  }
  const auto key = [&](const Access& one) {
    return std::pair(context.sm(one), context.location(one));
  };
  insert_behind(state.safe, access, [&](const Access& other) { return key(other) <= key(access); });
}

bool may_complete_unsafe(const Context& context, const State& state, ThreadId, EntryArgument at) {
  const Unsafe& mine = state.unsafe[at.entry];
  if (mine.marker) return false;
  for (std::size_t i = 0; i < at.entry; ++i) {
    const Unsafe& older = state.unsafe[i];
    if (older.warp != mine.warp || older.marker) continue;
    if (context.present.unsafe_order || older.location == mine.location) return false;
  }
  return true;
}

void complete_unsafe(const Context& context, State& state, ThreadId, EntryArgument at) {
  const Access access = state.unsafe[at.entry].access;
  erase_at(state.unsafe, at.entry);
  context.core.complete(state.core, access);
  delete_markers(state);
}

bool may_complete_safe(const Context& context, const State& state, ThreadId, EntryArgument at) {
  const Access& mine = state.safe[at.entry];
  for (std::size_t i = 0; i < at.entry; ++i) {
    const Access& older = state.safe[i];
    if (context.sm(older) != context.sm(mine) ||
        context.location(older) != context.location(mine)) {
      continue;
    }
    if (context.present.safe_queue_order || older.thread == mine.thread) return false;
  }
  return true;
}

void complete_safe(const Context& context, State& state, ThreadId, EntryArgument at) {
  const Access access = state.safe[at.entry];
  erase_at(state.safe, at.entry);
  context.core.complete(state.core, access);
}

}  // namespace opexplore::sc_typed
