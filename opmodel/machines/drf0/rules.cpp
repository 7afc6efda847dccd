#include "opmodel/machines/drf0/rules.hpp"

#include <algorithm>
#include <bit>
#include <tuple>

namespace opexplore::drf0 {

namespace {

using Set = std::span<std::uint64_t>;

void join(Set into, std::span<const std::uint64_t> other) {
  for (std::size_t word = 0; word < into.size(); ++word) into[word] |= other[word];
}

bool has(std::span<const std::uint64_t> set, std::size_t slot) {
  return (set[slot / 64] >> (slot % 64) & 1) != 0;
}

bool is_empty(std::span<const std::uint64_t> set) {
  return std::ranges::all_of(set, [](std::uint64_t word) { return word == 0; });
}

// Takes a slot out of all sets.
void erase(const Context& context, State& state, std::size_t slot) {
  const std::size_t words = context.plan.words();
  const std::uint64_t keep = ~(std::uint64_t{1} << (slot % 64));
  for (std::size_t at = slot / 64; at < state.known.size(); at += words) state.known[at] &= keep;
  for (Gathered& gathered : state.gathered) gathered.known[slot / 64] &= keep;
}

bool exists(const Context& context, const State& state, ThreadId owner, std::size_t slot) {
  return has(context.rows.own(state, owner, 0), slot);
}

bool is_ordered_before(const Context& context, const State& state, std::size_t slot,
                       ThreadId thread) {
  for (std::size_t level = 0; level < context.plan.levels(); ++level) {
    if (has(context.rows.own(state, thread, level), slot)) return true;
  }
  return false;
}

constexpr std::uint8_t pending_bit(Family family, std::uint8_t number) {
  return static_cast<std::uint8_t>(1U << (4 * static_cast<unsigned>(family) + number));
}

bool is_pending(const Context& context, const State& state, ThreadId thread, std::size_t contended,
                Family family, std::uint8_t number) {
  const ThreadOrder& order = state.orders[thread];
  return (order.pending & pending_bit(family, number)) != 0 &&
         order.location == context.plan.location(contended);
}

// Takes the slots of this class and higher ones out, of accesses that came earlier.
void erase_from(const Context& context, State& state, std::size_t contended, ThreadId thread,
                Family family, std::uint8_t number) {
  ThreadOrder& order = state.orders[thread];
  for (; number < context.plan.classes(contended, thread, family); ++number) {
    erase(context, state, context.plan.slot(contended, thread, family, number));
    if (is_pending(context, state, thread, contended, family, number)) {
      order.pending = static_cast<std::uint8_t>(order.pending & ~pending_bit(family, number));
    }
  }
}

// Of open accesses in higher classes the latest stands for all, now in the class of `after`. Later
// ones have higher classes, else they would have taken the place of earlier ones.
void lower_classes(const Context& context, State& state, std::size_t contended, ThreadId thread,
                   Family family, Rank after) {
  const Plan& plan = context.plan;
  const std::uint8_t number = plan.class_of(thread, after);
  std::optional<std::uint8_t> latest;
  for (std::uint8_t c = static_cast<std::uint8_t>(number + 1);
       c < plan.classes(contended, thread, family); ++c) {
    if (is_pending(context, state, thread, contended, family, c)) latest = c;
  }
  if (!latest) return;
  const std::size_t from = plan.slot(contended, thread, family, *latest);
  const std::size_t to = plan.slot(contended, thread, family, number);
  std::vector<bool> knows;
  for (std::size_t at = 0; at < state.known.size(); at += plan.words()) {
    knows.push_back(has(std::span(state.known).subspan(at, plan.words()), from));
  }
  std::vector<bool> gathered;
  for (const Gathered& one : state.gathered) gathered.push_back(has(one.known, from));
  erase_from(context, state, contended, thread, family, number);
  for (std::size_t set = 0; set < knows.size(); ++set) {
    if (knows[set]) state.known[set * plan.words() + to / 64] |= std::uint64_t{1} << (to % 64);
  }
  for (std::size_t set = 0; set < gathered.size(); ++set) {
    if (gathered[set]) state.gathered[set].known[to / 64] |= std::uint64_t{1} << (to % 64);
  }
}

// Whether a strong access to the location, after its last write, is morally strong with that.
bool is_morally_strong(const Context& context, const State& state, ThreadId thread,
                       const Planned& planned) {
  const Writer& writer = state.writers[*planned.contended];
  const Rank need = context.plan.need(writer.thread, thread);
  return writer.strong >= need && planned.strong >= need;
}

}  // namespace

void found(State& state, const Race& race) {
  state.race = race;
  std::ranges::fill(state.known, 0);
  std::ranges::fill(state.orders, ThreadOrder{});
  std::ranges::fill(state.writers, Writer{});
  state.gathered.clear();
}

void access(const Context& context, State& state, const Access& access) {
  const Planned& planned = context.plan.at(access.thread, access.instruction);
  Rank capable = 0;
  if (planned.strong != 0) {
    capable = std::min(planned.strong, keep_in_order(context, state, access));
  }
  if (state.race || !planned.contended) return;
  if (planned.strong != 0 && planned.observes) receive(context, state, access.thread, planned);
  check(context, state, access, capable);
  if (state.race) return;
  record(context, state, access, capable);
  if (access.wrote) send(context, state, access.thread, planned);
}

Rank keep_in_order(const Context& context, State& state, const Access& access) {
  const Planned& planned = context.plan.at(access.thread, access.instruction);
  const ThreadOrder last = state.orders[access.thread];
  const Rank cut =
      std::max(last.fence, planned.releases && access.wrote ? planned.strong : Rank{0});
  const bool load = !planned.writes;
  const bool linked = last.any && last.location == planned.location && !(last.stored && load);
  const bool goes_on = linked && cut == 0;
  const bool reads_alone = !access.wrote && (!goes_on || last.reads_alone);
  const bool atomic = planned.reads && planned.writes;
  if (!goes_on) {
    settle(context, state, access.thread, cut, access.instruction);
  } else if (planned.acquires && (atomic || reads_alone)) {
    settle(context, state, access.thread, planned.strong, access.instruction);
  }
  if (state.race) return 0;
  ThreadOrder& order = state.orders[access.thread];
  order.any = true;
  order.stored = !planned.reads;
  order.reads_alone = reads_alone;
  order.location = planned.location;
  order.before = last.any ? std::max(cut, linked ? last.before : Rank{0}) : rank_sys;
  order.fence = 0;
  return order.before;
}

void settle(const Context& context, State& state, ThreadId thread, Rank after, InstructionId at) {
  ThreadOrder& order = state.orders[thread];
  for (std::size_t index = 0; index < context.plan.threads(); ++index) {
    const auto other = static_cast<ThreadId>(index);
    if ((order.owed & thread_bit(other)) == 0) continue;
    if (context.plan.need(thread, other) <= after) continue;
    const bool writes = !order.reads_alone;
    return found(state, {Race::Kind::reordered, thread, writes, order.location, other, at});
  }
  order.owed = 0;
  if (order.pending == 0) return;
  for (std::size_t contended = 0; contended < context.plan.contended(); ++contended) {
    if (context.plan.location(contended) != order.location) continue;
    lower_classes(context, state, contended, thread, Family::read, after);
    lower_classes(context, state, contended, thread, Family::write, after);
  }
  order.pending = 0;
}

void receive(const Context& context, State& state, ThreadId thread, const Planned& planned) {
  if (!is_morally_strong(context, state, thread, planned)) return;
  const ThreadId writer = state.writers[*planned.contended].thread;
  for (std::size_t level = 0; level < context.plan.levels(); ++level) {
    if (!context.plan.together(writer, thread, level)) continue;
    const Set passed = context.rows.passed(state, *planned.contended, level);
    join(context.rows.seen(state, thread, level), passed);
    if (planned.acquires && context.plan.reaches(planned.strong, level)) {
      join(context.rows.own(state, thread, level), passed);
    }
  }
}

void check(const Context& context, State& state, const Access& access, Rank capable) {
  const Plan& plan = context.plan;
  const Planned& planned = plan.at(access.thread, access.instruction);
  for (std::size_t index = 0; index < plan.threads(); ++index) {
    const auto other = static_cast<ThreadId>(index);
    if (other == access.thread) continue;
    const Rank need = plan.need(access.thread, other);
    for (const Family family : {Family::write, Family::read}) {
      if (family == Family::read && !access.wrote) continue;
      for (std::uint8_t c = 0; c < plan.classes(*planned.contended, other, family); ++c) {
        const std::size_t slot = plan.slot(*planned.contended, other, family, c);
        if (!exists(context, state, other, slot)) continue;
        if (is_ordered_before(context, state, slot, access.thread)) continue;
        if (capable < need || plan.rank_of_class(other, c) < need) {
          return found(state, {Race::Kind::unordered, other, family == Family::write,
                               planned.location, access.thread, access.instruction});
        }
        if (!planned.acquires) state.orders[access.thread].owed |= thread_bit(other);
        if (is_pending(context, state, other, *planned.contended, family, c)) {
          state.orders[other].owed |= thread_bit(access.thread);
        }
      }
    }
  }
}

void record(const Context& context, State& state, const Access& access, Rank capable) {
  const Plan& plan = context.plan;
  const Planned& planned = plan.at(access.thread, access.instruction);
  const std::uint8_t number = plan.class_of(access.thread, capable);
  const Family family = access.wrote ? Family::write : Family::read;
  erase_from(context, state, *planned.contended, access.thread, Family::read, number);
  if (access.wrote) {
    erase_from(context, state, *planned.contended, access.thread, Family::write, number);
  }
  const std::size_t slot = plan.slot(*planned.contended, access.thread, family, number);
  for (std::size_t level = 0; level < plan.levels(); ++level) {
    context.rows.own(state, access.thread, level)[slot / 64] |= std::uint64_t{1} << (slot % 64);
  }
  if (number == 0 || planned.acquires) return;
  ThreadOrder& order = state.orders[access.thread];
  order.pending = static_cast<std::uint8_t>(order.pending | pending_bit(family, number));
}

void send(const Context& context, State& state, ThreadId thread, const Planned& planned) {
  const Plan& plan = context.plan;
  Writer& writer = state.writers[*planned.contended];
  const bool passes_on = planned.reads && is_morally_strong(context, state, thread, planned);
  bool empty = true;
  for (std::size_t level = 0; level < plan.levels(); ++level) {
    const Set passed = context.rows.passed(state, *planned.contended, level);
    if (!passes_on || !plan.together(writer.thread, thread, level)) std::ranges::fill(passed, 0);
    if (planned.strong != 0) join(passed, context.rows.released(state, thread, level));
    if (planned.releases && plan.reaches(planned.strong, level)) {
      join(passed, context.rows.own(state, thread, level));
    }
    empty = empty && is_empty(passed);
  }
  writer = empty ? Writer{} : Writer{thread, planned.strong};
}

void fence(const Context& context, State& state, ThreadId thread, const Planned& planned) {
  for (std::size_t level = 0; level < context.plan.levels(); ++level) {
    if (!context.plan.reaches(planned.strong, level)) continue;
    const Set own = context.rows.own(state, thread, level);
    if (planned.acquires) join(own, context.rows.seen(state, thread, level));
    if (planned.releases) join(context.rows.released(state, thread, level), own);
  }
  ThreadOrder& order = state.orders[thread];
  if (planned.keeps_all && order.any) order.fence = std::max(order.fence, planned.strong);
}

void arrive(const Context& context, State& state, ThreadId thread, InstructionId at,
            const Generation& generation) {
  ThreadOrder& order = state.orders[thread];
  const bool waits = context.plan.at(thread, at).kind == Planned::Kind::sync;
  settle(context, state, thread, std::max(order.fence, waits ? rank_cta : Rank{0}), at);
  if (state.race) return;
  if (waits && order.any) order.fence = std::max(order.fence, rank_cta);
  if (context.plan.levels() == 0 || context.plan.scope(0) != Scope::cta) return;
  const auto before = [](const Gathered& left, const Gathered& right) {
    return std::tie(left.cta, left.resource) < std::tie(right.cta, right.resource);
  };
  Gathered wanted{generation.cta, generation.resource, Words(context.plan.words())};
  auto place = std::ranges::lower_bound(state.gathered, wanted, before);
  if (place == state.gathered.end() || before(wanted, *place)) {
    place = state.gathered.insert(place, std::move(wanted));
  }
  join(place->known, context.rows.own(state, thread, 0));
}

void leave(const Context& context, State& state, const Generation& generation) {
  const auto done = std::ranges::find_if(state.gathered, [&](const Gathered& gathered) {
    return gathered.cta == generation.cta && gathered.resource == generation.resource;
  });
  if (done == state.gathered.end()) return;
  for (ThreadMask left = generation.waiting; left != 0; left &= left - 1) {
    const auto thread = static_cast<ThreadId>(std::countr_zero(left));
    join(context.rows.own(state, thread, 0), done->known);
  }
  state.gathered.erase(done);
}

void forget(const Context& context, State& state, std::span<const InstructionId> next) {
  const Plan& plan = context.plan;
  Words alive(plan.words());
  std::bitset<256> read;
  for (std::size_t index = 0; index < next.size(); ++index) {
    const auto thread = static_cast<ThreadId>(index);
    const Future& future = plan.future(thread, next[index]);
    join(alive, future.conflicts);
    read |= future.strong_reads;
    if (!future.order) state.orders[thread] = {};
    for (std::size_t level = 0; level < plan.levels(); ++level) {
      if (!future.strong_write) std::ranges::fill(context.rows.released(state, thread, level), 0);
      if (!future.acquire_fence) std::ranges::fill(context.rows.seen(state, thread, level), 0);
    }
  }
  for (std::size_t at = 0; at < state.known.size(); ++at)
    state.known[at] &= alive[at % alive.size()];
  for (Gathered& gathered : state.gathered) {
    for (std::size_t word = 0; word < alive.size(); ++word) gathered.known[word] &= alive[word];
  }
  for (std::size_t contended = 0; contended < plan.contended(); ++contended) {
    bool empty = true;
    for (std::size_t level = 0; level < plan.levels(); ++level) {
      const Set passed = context.rows.passed(state, contended, level);
      if (!read.test(contended)) std::ranges::fill(passed, 0);
      empty = empty && is_empty(passed);
    }
    if (empty) state.writers[contended] = {};
  }
}

}  // namespace opexplore::drf0
