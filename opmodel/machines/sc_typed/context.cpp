#include "opmodel/machines/sc_typed/context.hpp"

#include <algorithm>

#include "opmodel/parts/ahead.hpp"

namespace opexplore::sc_typed {

namespace {

std::vector<LocationSet> accessed(const Thread& thread, ThreadId number, const Context& context) {
  const auto of = [&](InstructionId pc) -> LocationSet {
    const auto& planned = context.plan().at(number, pc);
    return planned.kind == pipeline::Kind::access ? location_bit(planned.location) : 0;
  };
  return facts_ahead(thread, LocationSet{0}, of,
                     [](LocationSet& set, LocationSet more) { set |= more; });
}

}  // namespace

Context::Context(const Test& test, const MachineOptions& options, const Size& size,
                 const Mechanisms& mechanisms)
    : core(test, options, size.sms),
      present(mechanisms),
      mac_entries(size.mac_entries),
      forget_dead(options.forget_dead) {
  std::size_t global = 0;
  for (const Location& place : test.program.locations) {
    const bool shared = place.region == Region::shared;
    sector.push_back(shared ? SectorId{0} : static_cast<SectorId>(global++ / size.sector));
  }
  sectors = (global + size.sector - 1) / size.sector;
  locations.resize(sectors);
  for (std::size_t l = 0; l < test.program.locations.size(); ++l) {
    const auto location = static_cast<LocationId>(l);
    if (!plan().is_shared(location)) locations[sector[l]] |= location_bit(location);
  }
  sm_of_warp_.resize(plan().warps());
  thread_of_sm_.resize(plan().sms());
  for (std::size_t t = test.program.threads.size(); t-- > 0;) {
    thread_of_sm_[plan().sm(static_cast<ThreadId>(t))] = static_cast<ThreadId>(t);
  }
  for (std::size_t t = 0; t < test.program.threads.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    accessed_.push_back(accessed(test.program.threads[t], thread, *this));
    sm_of_warp_[plan().warp(thread)] = plan().sm(thread);
  }
}

Type type_of(const Context& context, const State& state, const Waiting& entry) {
  if (context.is_shared(entry.access) || entry.typed) return Type::safe_rw;
  const Type known =
      context.type_cache(state, context.sm(entry.access), context.sector_of(entry.access));
  const bool privileged = known != Type::safe_ro || !context.core.planned(entry.access).writes ||
                          !context.present.write_privilege;
  return privileged ? known : Type::unknown;
}

bool is_next(const Context& context, const State& state, std::size_t waiting) {
  const Access& mine = state.waiting[waiting].access;
  for (std::size_t i = 0; i < waiting; ++i) {
    const Access& older = state.waiting[i].access;
    if (context.warp(older) != context.warp(mine)) continue;
    if (context.location(older) == context.location(mine)) return false;
    if (!context.present.type_wait_order) continue;
    const Type type = type_of(context, state, state.waiting[i]);
    const bool held =
        (type == Type::safe_ro || type == Type::safe_rw) && conflicts(context, state, older);
    if (context.present.table_hold || !held) return false;
  }
  return true;
}

bool pending_unsafe(const State& state, WarpId warp) {
  return std::any_of(state.unsafe.begin(), state.unsafe.end(),
                     [&](const Unsafe& entry) { return entry.warp == warp && !entry.marker; });
}

bool conflicts(const Context& context, const State& state, const Access& access) {
  const bool shared = context.is_shared(access);
  if (!context.present.synchronization_table || (shared && !context.present.shared_memory_table)) {
    return false;
  }
  const WarpId warp = context.warp(access);
  const auto& planned = context.core.planned(access);
  return std::any_of(state.unsafe.begin(), state.unsafe.end(), [&](const Unsafe& entry) {
    return entry.marker && entry.warp != warp && entry.location == planned.location &&
           (entry.writes || planned.writes) &&
           context.sm_of_warp(entry.warp) == context.plan().sm(access.thread);
  });
}

bool drained(const Context& context, const State& state, SmId sm, SectorId sector) {
  const bool recalled = state.mac[sector].recalled;
  const Mechanisms& present = context.present;
  const bool waits_for_safe = recalled ? present.recall_drain : present.safe_drain;
  const bool waits_for_markers = recalled ? present.recall_drain : present.drain;
  const bool waits_for_unsafe = recalled && present.recall_unsafe_drain;
  const auto busy = [&](const Access& access) {
    return context.sm(access) == sm && context.in_sector(context.location(access), sector);
  };
  if (waits_for_safe && std::any_of(state.safe.begin(), state.safe.end(), busy)) return false;
  return std::none_of(state.unsafe.begin(), state.unsafe.end(), [&](const Unsafe& entry) {
    return context.sm_of_warp(entry.warp) == sm && context.in_sector(entry.location, sector) &&
           (entry.marker ? waits_for_markers : waits_for_unsafe);
  });
}

unsigned mac_entries_used(const State& state) {
  return static_cast<unsigned>(
      std::count_if(state.mac.begin(), state.mac.end(), [](const MacEntry& entry) {
        return entry.sharing != Sharing::untouched || entry.awaited != 0;
      }));
}

LocationSet still_accessed(const Context& context, const State& state) {
  LocationSet set = 0;
  for (std::size_t t = 0; t < state.core.threads.size(); ++t) {
    set |= context.accessed_from(static_cast<ThreadId>(t), state.core.threads[t].pc);
  }
  for (const Waiting& entry : state.waiting) set |= location_bit(context.location(entry.access));
  return set;
}

}  // namespace opexplore::sc_typed
