#include "opmodel/machines/amdgpu/successors.hpp"

#include <algorithm>

#include "opmodel/machines/amdgpu/values.hpp"
#include "opmodel/machines/cxx/relations.hpp"
#include "opmodel/machines/cxx/spinning.hpp"

namespace opexplore::amdgpu {

namespace {

using cxx::Done;
using cxx::GraphEvent;
using Kind = cxx::Planned::Kind;

// Whether the events of a thread from `begin` on are the same as those right before them, so many
// times.
bool repeats(const std::vector<GraphEvent>& events, std::size_t begin, std::size_t times) {
  const std::size_t length = events.size() - begin;
  if (begin < length * times) return false;
  const auto at = [&](std::size_t index) {
    return events.begin() + static_cast<std::ptrdiff_t>(index);
  };
  return std::equal(at(begin - length * (times - 1)), events.end(), at(begin - length * times));
}

}  // namespace

bool nothing_postponed(const State& state) {
  return std::ranges::all_of(state.threads, [](const auto& events) {
    return std::ranges::none_of(
        events, [](const GraphEvent& event) { return event.done == Done::postponed; });
  });
}

template <auto Rule>
void Successors::put_off(const Pending& event) {
  found_.emplace_back(rule_list.step<Rule>(event.name.thread, {0, event.name.index}),
                      Rule(context_, state_, event, 0));
}

template <auto Rule>
void Successors::offer(const Pending& event, std::size_t place) {
  add(rule_list.step<Rule>(event.name.thread, {place, event.name.index}), event,
      Rule(context_, state_, event, place));
}

bool Successors::add_only(const Pending& event) {
  const Kind kind = plan(event).kind;
  if (kind == Kind::fence) {
    offer<fence>(event, 0);
  } else if (kind == Kind::barrier) {
    offer<arrive>(event, 0);
  } else if (kind == Kind::local) {
    offer<branch>(event, 0);
    offer<branch>(event, 1);
  } else if (!event.ready) {
    if (is_late(event)) return false;
    put_off<wait>(event);
  } else if (kind == Kind::store) {
    const std::size_t all = state_.coherence[plan(event).location].size();
    const std::size_t plain = plain_writes(context_, state_, plan(event).location);
    if (plan(event).order == Order::weak) {
      offer<write>(event, 0);
      return true;
    }
    for (std::size_t place = plain; place <= all; ++place) offer<write>(event, place);
  } else {
    return false;
  }
  return true;
}

void Successors::add_reads(const Pending& event, bool others_write) {
  if (!event.ready) return;
  others_write_ = others_write;
  const auto& order = state_.coherence[plan(event).location];
  for (std::size_t source = 0; source <= order.size(); ++source) add_source(event, source);
  if (!context_.uniform(plan(event).location)) add_undef(event);
  if (!is_late(event) && plan(event).postponable) put_off<postpone>(event);
}

void Successors::add_source(const Pending& event, std::size_t source) {
  const LocationId location = plan(event).location;
  const Ways can = ways(context_, event, value_at(context_, state_, location, source));
  if (can.only_reads) offer<read>(event, source);
  if (!can.writes) return;
  const std::size_t all = state_.coherence[location].size();
  for (std::size_t place = plain_writes(context_, state_, location); place <= all; ++place) {
    const UpdateArgument argument{place, source, event.name.index};
    add(rule_list.step<update>(event.name.thread, argument), event,
        update(context_, state_, event, argument));
  }
}

void Successors::add_undef(const Pending& event) {
  const LocationId location = plan(event).location;
  const Ways can = ways(context_, event, undef);
  if (can.only_reads) offer<read_undef>(event, 0);
  if (!can.writes) return;
  const std::size_t all = state_.coherence[location].size();
  for (std::size_t place = plain_writes(context_, state_, location); place <= all; ++place) {
    offer<update_undef>(event, place);
  }
}

// A graph with something postponed is not judged: what is postponed may still order the rest.
bool Successors::allows(const Pending& event, const State& next) const {
  const cxx::Relations relations(context_, next);
  if (!relations.consistent()) return false;
  if (!nothing_postponed(next)) return !prunes_ || !is_idle(next, event.name.thread);
  const Values values(context_, effects_, next, relations);
  const Judgement judgement = values.judgement();
  if (judgement == Judgement::refuted) return false;
  if (!others_write_ && judgement == Judgement::open && values.is_open(event.name)) return false;
  return !prunes_ || !is_idle(next, event.name.thread, values);
}

// The same where nothing is judged: an iteration that the thread has made twice before. The second
// of them has made visible what the first one learnt, and there is nothing new for a third.
bool Successors::is_idle(const State& next, ThreadId thread) const {
  const auto begin = cxx::begin_of_spin(context_, next, thread);
  return begin && repeats(next.threads[thread], *begin, 2);
}

// An iteration that only read, that the thread has made before in the same way, and that has made
// nothing visible that was not. What is behind it is then what was behind the one before.
bool Successors::is_idle(const State& next, ThreadId thread, const Values& values) const {
  const auto begin = cxx::begin_of_spin(context_, next, thread);
  if (!begin || !repeats(next.threads[thread], *begin, 1)) return false;
  const auto& nodes = values.nodes();
  for (const VisibleLevels& levels : values.location_order().visible()) {
    std::uint8_t before = 0;
    std::uint8_t in_it = 0;
    for (std::size_t node = 0; node < nodes.size(); ++node) {
      if (nodes[node].name.thread != thread) continue;
      std::uint8_t& level = nodes[node].name.index < *begin ? before : in_it;
      level = std::max(level, levels[node]);
    }
    if (in_it > before) return false;
  }
  return true;
}

void Successors::add(Step step, const Pending& event, State&& next) {
  if (!allows(event, next)) {
    gave_up_ = true;
    return;
  }
  found_.emplace_back(step, std::move(next));
}

}  // namespace opexplore::amdgpu
