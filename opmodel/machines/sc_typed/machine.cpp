#include "opmodel/machines/sc_typed/machine.hpp"

#include <algorithm>

namespace opexplore::sc_typed {

namespace {

// Accesses that a warp may have under way; more make the result incomplete.
// WART: accesses-in-flight. The search ends behind a state with more.
constexpr std::size_t most_under_way = 32;

std::size_t under_way(const Context& context, const State& state, WarpId warp) {
  std::size_t count = 0;
  for (const Waiting& entry : state.waiting) count += context.warp(entry.access) == warp ? 1U : 0U;
  for (const Unsafe& entry : state.unsafe) count += entry.warp == warp ? 1U : 0U;
  for (const Access& access : state.safe) count += context.warp(access) == warp ? 1U : 0U;
  return count;
}

// The threads that have accesses under way.
ThreadMask busy(const State& state) {
  ThreadMask threads = 0;
  for (const Waiting& entry : state.waiting) threads |= thread_bit(entry.access.thread);
  for (const Unsafe& entry : state.unsafe) {
    if (!entry.marker) threads |= thread_bit(entry.access.thread);
  }
  for (const Access& access : state.safe) threads |= thread_bit(access.thread);
  return threads;
}

constexpr bool passes(const pipeline::Planned& planned) {
  return planned.kind == pipeline::Kind::fence || planned.kind == pipeline::Kind::proxy_fence;
}

}  // namespace

std::optional<Refusal> Machine::refusal(const Test& test, const MachineOptions&) {
  if (test.program.locations.size() > 64) return Refusal{"sc-typed runs at most 64 locations"};
  return pipeline::refusal(test, name);
}

Machine::Machine(const Test& test, const MachineOptions& options)
    : context_(
          std::make_shared<const Context>(test, options,
                                          Size{pipeline::number_of(pipeline::sms_setting, options),
                                               pipeline::number_of(sector_setting, options),
                                               pipeline::number_of(mac_setting, options)},
                                          mechanisms_of(without_setting, options))) {
  if (options.goal) {
    values_ = std::make_shared<const pipeline::OpenValues>(test, context_->core);
  }
}

State Machine::initial() const {
  State state;
  state.core = context_->core.initial();
  state.mac.resize(context_->sectors);
  state.type_caches.resize(context_->sectors * context_->plan().sms());
  settle(state);
  return state;
}

void Machine::thread_steps(const State& state, ThreadId thread, Steps& found) const {
  const Context& context = *context_;
  const pipeline::Planned* const next = context.core.ready(state.core, thread);
  if (next == nullptr) return;
  switch (next->kind) {
    case pipeline::Kind::access:
      return rule_list.offer<issue>(found, thread, {}, context, state);
    case pipeline::Kind::fence:
    case pipeline::Kind::proxy_fence:
      return rule_list.offer<fence>(found, thread, {}, context, state);
    case pipeline::Kind::barrier_sync:
    case pipeline::Kind::barrier_arrive:
      return rule_list.offer<barrier>(found, thread, {}, context, state);
    case pipeline::Kind::local:
      return rule_list.offer<local>(found, thread, {}, context, state);
  }
}

void Machine::waiting_steps(const State& state, std::size_t waiting, Steps& found) const {
  const Context& context = *context_;
  const ThreadId thread = state.waiting[waiting].access.thread;
  rule_list.offer<request>(found, thread, {waiting}, context, state);
  rule_list.offer<invalidate>(found, thread, {waiting}, context, state);
  rule_list.offer<to_unsafe_queue>(found, thread, {waiting}, context, state);
  rule_list.offer<to_safe_queue>(found, thread, {waiting}, context, state);
  if (!needs_room(context, state, waiting)) return;
  for (std::size_t sector = 0; sector < state.mac.size(); ++sector) {
    rule_list.offer<recall>(found, thread, {static_cast<SectorId>(sector)}, context, state);
  }
}

Machine::Steps Machine::steps(const State& state) const {
  Steps found;
  for (std::size_t t = 0; t < state.core.threads.size(); ++t) {
    thread_steps(state, static_cast<ThreadId>(t), found);
  }
  for (std::size_t i = 0; i < state.waiting.size(); ++i) waiting_steps(state, i, found);
  const Context& context = *context_;
  for (std::size_t sector = 0; sector < state.mac.size(); ++sector) {
    for (std::size_t sm = 0; sm < context.plan().sms(); ++sm) {
      rule_list.offer<acknowledge>(found, context.thread_of(static_cast<SmId>(sm)),
                                   {static_cast<SectorId>(sector)}, context, state);
    }
  }
  for (std::size_t i = 0; i < state.unsafe.size(); ++i) {
    rule_list.offer<complete_unsafe>(found, state.unsafe[i].access.thread, {i}, context, state);
  }
  for (std::size_t i = 0; i < state.safe.size(); ++i) {
    rule_list.offer<complete_safe>(found, state.safe[i].thread, {i}, context, state);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

void Machine::apply(State& state, Step step) const {
  rule_list.take(step, *context_, state);
  settle(state);
}

// Nobody else looks into the type-wait queue of a warp of one thread.
// WART: shared-warps. Warps of several threads are not reduced.
bool Machine::pass_eagerly(State& state, ThreadId thread) const {
  if (!context_->plan().alone_in_warp(thread)) return false;
  const pipeline::Planned* const next = context_->core.ready(state.core, thread);
  if (next == nullptr) return false;
  if (passes(*next)) {
    context_->core.pass(state.core, thread);
    return true;
  }
  if (next->kind != pipeline::Kind::access) return false;
  if (under_way(*context_, state, context_->plan().warp(thread)) > most_under_way) return false;
  issue(*context_, state, thread);
  return true;
}

// Without recalls a sector that is unsafe stays so: an access that is next and will be unsafe may
// be taken for it at once.
bool Machine::classify_eagerly(State& state) const {
  if (context_->mac_entries != 0) return false;
  for (std::size_t i = 0; i < state.waiting.size(); ++i) {
    const Access& access = state.waiting[i].access;
    const ThreadId thread = access.thread;
    if (may_go_unsafe(*context_, state, thread, {i})) {
      to_unsafe_queue(*context_, state, thread, {i});
      return true;
    }
    if (may_request(*context_, state, thread, {i}) &&
        state.mac[context_->sector_of(access)].sharing == Sharing::shared_rw) {
      request(*context_, state, thread, {i});
      return true;
    }
  }
  return false;
}

// A late acknowledgement only makes others wait.
bool Machine::acknowledge_eagerly(State& state) const {
  bool any = false;
  for (std::size_t s = 0; s < state.mac.size(); ++s) {
    for (std::size_t sm = 0; sm < context_->plan().sms() && state.mac[s].awaited != 0; ++sm) {
      const ThreadId thread = context_->thread_of(static_cast<SmId>(sm));
      const SectorArgument of{static_cast<SectorId>(s)};
      if (!may_acknowledge(*context_, state, thread, of)) continue;
      acknowledge(*context_, state, thread, of);
      any = true;
    }
  }
  return any;
}

void Machine::settle(State& state) const {
  context_->core.settle(state.core, busy(state));
  if (context_->core.fused()) {
    for (bool again = true; again;) {
      again = false;
      for (std::size_t t = 0; t < state.core.threads.size(); ++t) {
        while (pass_eagerly(state, static_cast<ThreadId>(t))) {
          context_->core.settle(state.core, busy(state));
          again = true;
        }
      }
      while (classify_eagerly(state)) again = true;
      again = acknowledge_eagerly(state) || again;
    }
  }
  if (context_->forget_dead) forget(state);
}

// What is known of sectors that nobody will access, and markers that nobody will look for.
void Machine::forget(State& state) const {
  const LocationSet alive = still_accessed(*context_, state);
  if (context_->mac_entries == 0) {
    for (std::size_t s = 0; s < context_->sectors; ++s) {
      if ((alive & context_->locations[s]) != 0 || state.mac[s].awaited != 0) continue;
      state.mac[s] = {};
      for (std::size_t sm = 0; sm < context_->plan().sms(); ++sm) {
        context_->type_cache(state, static_cast<SmId>(sm), static_cast<SectorId>(s)) =
            Type::unknown;
      }
    }
  }
  const auto useless = [&](const Unsafe& entry) {
    if (!entry.marker) return false;
    const bool shared = context_->plan().is_shared(entry.location);
    if (!shared && context_->mac_entries != 0) return false;
    const LocationSet watched = shared ? location_bit(entry.location)
                                       : context_->locations[context_->sector[entry.location]];
    return (alive & watched) == 0;
  };
  auto& queue = state.unsafe;
  queue.erase(std::remove_if(queue.begin(), queue.end(), useless), queue.end());
}

bool Machine::is_final(const State& state) const {
  return context_->core.done(state.core) && state.waiting.empty() && state.unsafe.empty() &&
         state.safe.empty();
}

Outcome Machine::outcome(const State& state) const { return context_->core.outcome(state.core); }

PossibleValues Machine::possible_values(const State& state, std::size_t index) const {
  if (!values_) return PossibleValues::any();
  SmallVector<pipeline::Underway, 16> underway;
  for (const Waiting& entry : state.waiting) underway.push_back({entry.access});
  for (const Unsafe& entry : state.unsafe) {
    if (!entry.marker) underway.push_back({entry.access});
  }
  for (const Access& access : state.safe) underway.push_back({access});
  return values_->possible(state.core, span_of(underway), index);
}

namespace {

// Bits of an entry of the classifier before its SMs.
constexpr unsigned accessor_at = 4;
constexpr unsigned awaited_at = 8;

}  // namespace

void Machine::encode(const State& state, std::string& bytes) const {
  const pipeline::Core& core = context_->core;
  core.encode(state.core, bytes);
  for (const MacEntry& entry : state.mac) {
    put_unsigned(bytes, static_cast<unsigned>(entry.sharing) | (entry.recalled ? 8U : 0U) |
                            static_cast<unsigned>(entry.accessor) << accessor_at |
                            static_cast<unsigned>(entry.awaited) << awaited_at);
  }
  unsigned packed = 0;
  unsigned bits = 0;
  for (const Type type : state.type_caches) {
    packed |= static_cast<unsigned>(type) << bits;
    bits += 2;
    if (bits < 8) continue;
    bytes.push_back(static_cast<char>(packed));
    packed = bits = 0;
  }
  if (bits != 0) bytes.push_back(static_cast<char>(packed));
  put_unsigned(bytes, state.waiting.size());
  for (const Waiting& entry : state.waiting) {
    core.encode_access(entry.access, bytes);
    if (!context_->present.type_update) put_unsigned(bytes, entry.typed ? 1U : 0U);
  }
  put_unsigned(bytes, state.unsafe.size());
  for (const Unsafe& entry : state.unsafe) {
    put_unsigned(bytes, (entry.marker ? 1U : 0U) | (entry.writes ? 2U : 0U) |
                            static_cast<unsigned>(entry.warp) << 2U);
    if (entry.marker) {
      put_unsigned(bytes, entry.location);
    } else {
      core.encode_access(entry.access, bytes);
    }
  }
  put_unsigned(bytes, state.safe.size());
  for (const Access& access : state.safe) core.encode_access(access, bytes);
}

void Machine::decode(std::string_view bytes, State& state) const {
  const pipeline::Core& core = context_->core;
  ByteReader reader(bytes);
  core.decode(reader, state.core);
  state.mac.resize(context_->sectors);
  for (MacEntry& entry : state.mac) {
    const std::uint64_t packed = reader.get_unsigned();
    entry.sharing = static_cast<Sharing>(packed & 7U);
    entry.recalled = (packed & 8U) != 0;
    entry.accessor = static_cast<SmId>(packed >> accessor_at & 15U);
    entry.awaited = static_cast<SmMask>(packed >> awaited_at);
  }
  state.type_caches.resize(context_->sectors * context_->plan().sms());
  unsigned packed = 0;
  for (std::size_t i = 0; i < state.type_caches.size(); ++i) {
    if (i % 4 == 0) packed = static_cast<unsigned char>(*reader.take(1));
    state.type_caches[i] = static_cast<Type>(packed >> (2 * (i % 4)) & 3U);
  }
  state.waiting.resize(reader.get_unsigned());
  for (Waiting& entry : state.waiting) {
    entry = {core.decode_access(reader, state.core)};
    if (!context_->present.type_update) entry.typed = reader.get_unsigned() != 0;
  }
  state.unsafe.resize(reader.get_unsigned());
  for (Unsafe& entry : state.unsafe) {
    const std::uint64_t flags = reader.get_unsigned();
    entry = {};
    entry.marker = (flags & 1U) != 0;
    entry.writes = (flags & 2U) != 0;
    entry.warp = static_cast<WarpId>(flags >> 2U);
    if (entry.marker) {
      entry.location = static_cast<LocationId>(reader.get_unsigned());
    } else {
      entry.access = core.decode_access(reader, state.core);
      entry.location = context_->location(entry.access);
    }
  }
  state.safe.resize(reader.get_unsigned());
  for (Access& access : state.safe) access = core.decode_access(reader, state.core);
}

std::string_view Machine::exceeded(const State& state) const {
  for (std::size_t warp = 0; warp < context_->plan().warps(); ++warp) {
    if (under_way(*context_, state, static_cast<WarpId>(warp)) <= most_under_way) continue;
    return "a warp has more than 32 accesses under way";
  }
  return context_->core.exceeded(state.core);
}

}  // namespace opexplore::sc_typed
