#include "opmodel/machines/ptx_async/base_order.hpp"

#include <algorithm>
#include <array>

#include "opmodel/asynchronous_accesses.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/machines/ptx_async/completion.hpp"

namespace opexplore::ptx_async {

namespace {

using FenceKind = AsynchronousFence::Kind;
using MbarrierKind = MbarrierOperation::Kind;

}  // namespace

bool in_program_order(const State& state, EventId a, EventId b) {
  const Event& one = state.events[a];
  const Event& other = state.events[b];
  return a < b && one.thread == other.thread && !is_asynchronous(one.what) &&
         !is_asynchronous(other.what);
}

bool morally_strong(const Context& context, const State& state, EventId a, EventId b) {
  const Event& one = state.events[a];
  const Event& other = state.events[b];
  const bool mutual =
      context.mutual(one.thread, context.strength(one), other.thread, context.strength(other));
  if (!mutual && !in_program_order(state, a, b) && !in_program_order(state, b, a)) return false;
  const bool accesses = one.accesses() && other.accesses();
  if (accesses && one.address != other.address) return false;
  const Via via = context.via(one);
  if (via == context.via(other)) return true;
  const auto meets = [&](const Event& event) {
    return context.via(event) == Via::generic || context.via(event) == Via::asynchronous;
  };
  return context.reading().strong_proxies_meet && accesses && mutual && meets(one) && meets(other);
}

BaseOrder::BaseOrder(const Context& context, const State& state)
    : context_(context),
      state_(state),
      threads_(context.program().threads.size()),
      completions_(completions_of(context, state)) {
  sort_events();
  add_barrier_edges();
  add_observations();
  base_ = closed(std::nullopt);
  reach_ = halves_.empty() ? base_ : closed(std::nullopt, halves_);
  if (!has_restricted_) return;
  for (std::size_t i = 0; i < context.program().locations.size(); ++i) {
    const auto location = static_cast<LocationId>(i);
    base_of_.push_back(closed(location));
    reach_of_.push_back(halves_.empty() ? base_of_.back() : closed(location, halves_));
  }
}

void BaseOrder::sort_events() {
  for (std::size_t i = 0; i < count(); ++i) {
    const auto id = static_cast<EventId>(i);
    const Event& event = at(id);
    if (!is_asynchronous(event.what)) threads_[event.thread].push_back(id);
    if (event.what == Happens::fence) {
      fences_.push_back(id);
      has_restricted_ = has_restricted_ || is_restricted(id);
    }
    if (event.reads() && event.done && context_.strength(event).strong()) observers_.push_back(id);
    const auto* const cluster = context_.of<ClusterBarrier>(event);
    const auto* const mbarrier = context_.of<MbarrierOperation>(event);
    const bool waits = mbarrier != nullptr && mbarrier->kind == MbarrierKind::wait;
    if ((cluster != nullptr && !cluster->arrives) || (waits && event.value != 0)) {
      observers_.push_back(id);
    }
    if (context_.of<GridControl>(event) != nullptr) add_grid_edges(id);
  }
}

bool BaseOrder::mutual(EventId a, EventId b) const {
  return context_.mutual(at(a).thread, context_.strength(at(a)), at(b).thread,
                         context_.strength(at(b)));
}

EventId BaseOrder::anchor(EventId event) const {
  const Event& what = at(event);
  if (!is_asynchronous(what.what)) return event;
  const auto* const operation = context_.of<AsynchronousOperation>(what);
  const bool matrix =
      operation != nullptr && operation->kind == AsynchronousOperation::Kind::matrix;
  if (!matrix || context_.reading().matrix_in_program_order) return what.issue;
  EventId last = no_event;
  for (const EventId fence : fences_) {
    const auto* const kind = context_.of<AsynchronousFence>(at(fence));
    const bool orders = kind != nullptr && kind->kind == FenceKind::matrix;
    if (orders && at(fence).thread == what.thread && fence < what.issue) last = fence;
  }
  return last;
}

void BaseOrder::add_barrier_edges() {
  for (std::size_t i = 0; i < count(); ++i) {
    const auto id = static_cast<EventId>(i);
    const Event& event = at(id);
    if (event.what == Happens::barrier) {
      event.observed.for_each([&](std::size_t arrival) {
        if (arrival != i) edges_.push_back({static_cast<EventId>(arrival), id});
      });
    }
    if (context_.is_fence_sc(event)) {
      event.before.for_each([&](std::size_t earlier) {
        edges_.push_back({static_cast<EventId>(earlier), id});
      });
    }
  }
}

// 9.7.15.14: `wait` is for the whole of the grids before; a release of the GPU before
// `launch_dependents` synchronises with the start of the next grid. A thread's next ones do
// nothing.
void BaseOrder::add_grid_edges(EventId control) {
  const Event& event = at(control);
  const std::uint32_t grid = context_.grid(event.thread);
  if (!context_.of<GridControl>(event)->launches) {
    for (std::size_t i = 0; i < count(); ++i) {
      const bool earlier = context_.grid(state_.events[i].thread) < grid;
      if (earlier && !is_asynchronous(state_.events[i].what)) {
        edges_.push_back({static_cast<EventId>(i), control});
      }
    }
    return;
  }
  const auto launches = [&](EventId other) {
    const auto* const before = context_.of<GridControl>(at(other));
    return before != nullptr && before->launches;
  };
  const std::vector<EventId>& thread = threads_[event.thread];
  const bool first = *std::ranges::find_if(thread, launches) == control;
  if (!first || !context_.reading().launch_synchronises) return;
  for (std::size_t i = 0; i < count(); ++i) {
    const Event& fence = state_.events[i];
    const Strength strength = context_.strength(fence);
    const bool releases_all = fence.what == Happens::fence && is_release(strength.order) &&
                              strength.scope >= Scope::gpu && fence.thread == event.thread;
    if (!releases_all || i > control) continue;
    for (std::size_t j = 0; j < count(); ++j) {
      const Event& other = state_.events[j];
      if (context_.grid(other.thread) == grid + 1 && !is_asynchronous(other.what)) {
        edges_.push_back({static_cast<EventId>(i), static_cast<EventId>(j)});
      }
    }
  }
}

// 8.8, 8.9.2: a release pattern, observed by a chain of morally strong links, and an acquire
// pattern, morally strong together.
void BaseOrder::add_observations() {
  for (const EventId observer : observers_) {
    for (const EventId carrier : carriers(observer)) {
      const std::vector<EventId> ends = tails(observer);
      for (const EventId head : heads(carrier)) {
        for (const EventId tail : ends) {
          if (hands_on(head, tail)) edges_.push_back({head, tail});
        }
      }
      add_halves(carrier, observer);
      if (context_.has_tensors()) add_execution(carrier, observer);
    }
  }
}

// What an observer has seen of others: writes through read-modify-writes, arrivals.
std::vector<EventId> BaseOrder::carriers(EventId observer) const {
  std::vector<EventId> result;
  if (!at(observer).reads()) {
    at(observer).observed.for_each(
        [&](std::size_t event) { result.push_back(static_cast<EventId>(event)); });
    return result;
  }
  for (EventId read = observer;;) {
    const EventId write = at(read).reads_from;
    if (write == no_event || !morally_strong(write, read)) break;
    result.push_back(write);
    if (!at(write).reads() || !at(write).done || result.size() > count()) break;
    read = write;
  }
  return result;
}

// Where in its thread an event stands: an asynchronous one at its instruction.
EventId BaseOrder::place_in_thread(EventId event) const {
  return is_asynchronous(at(event).what) ? at(event).issue : event;
}

// The beginnings of release patterns that end in the carrier.
std::vector<EventId> BaseOrder::heads(EventId carrier) const {
  const Event& last = at(carrier);
  std::vector<EventId> result;
  if (last.what == Happens::complete) {
    // It carries its operation alone (8.9.1.1).
    if (context_.reading().completion_cumulates) result.push_back(last.issue);
    return result;
  }
  const Strength strength = context_.strength(last);
  // An asynchronous one releases what was before its instruction (9.4).
  const EventId place = place_in_thread(carrier);
  if (is_release(strength.order)) result.push_back(place);
  for (const EventId event : threads_[last.thread]) {
    if (event >= place) break;
    const Event& before = at(event);
    const Strength first = context_.strength(before);
    if (!is_release(first.order)) continue;
    const bool same_object = before.wrote && last.accesses() && before.address == last.address;
    if (before.what == Happens::fence || same_object || arrives_before(event, carrier)) {
      result.push_back(event);
    }
  }
  return result;
}

// An earlier arrival at the mbarrier: of what was counted before an initialisation the observer
// does not learn by itself.
bool BaseOrder::arrives_before(EventId event, EventId carrier) const {
  const auto arrives = [&](EventId id) {
    const auto* const what = context_.of<MbarrierOperation>(at(id));
    return what != nullptr &&
           (what->kind == MbarrierKind::arrive || what->kind == MbarrierKind::arrive_drop);
  };
  return arrives(event) && arrives(carrier) &&
         context_.location(at(event)) == context_.location(at(carrier));
}

// The ends of acquire patterns that begin in the observer.
std::vector<EventId> BaseOrder::tails(EventId observer) const {
  const Event& first = at(observer);
  std::vector<EventId> result;
  const bool asynchronous = is_asynchronous(first.what);
  if (!asynchronous && is_acquire(context_.strength(first).order)) result.push_back(observer);
  // 8.8 (9.4): of an asynchronous read the completion is observed, relaxed is enough.
  EventId place = observer;
  if (asynchronous) {
    place = no_event;
    for (const EventId wait : threads_[first.thread]) {
      const auto* const mbarrier = context_.of<MbarrierOperation>(at(wait));
      bool over = completions_[observer].contains(wait);
      if (mbarrier != nullptr) {
        at(wait).observed.for_each([&](std::size_t event) {
          over = over || (state_.events[event].what == Happens::complete &&
                          state_.events[event].issue == first.issue);
        });
      }
      if (over) place = std::min(place, wait);
    }
  }
  for (const EventId event : threads_[first.thread]) {
    if (event <= place) continue;
    const Event& later = at(event);
    if (!is_acquire(context_.strength(later).order)) continue;
    const bool same_object =
        later.reads() && later.done && first.accesses() && later.address == first.address;
    if (later.what == Happens::fence || same_object) result.push_back(event);
  }
  return result;
}

bool BaseOrder::hands_on(EventId head, EventId tail) const {
  if (at(head).thread == at(tail).thread) return false;  // program order says more
  if (const auto* const operation = context_.of<AsynchronousOperation>(at(head))) {
    const Strength strength = releases(operation->order)
                                  ? Strength{operation->order, operation->scope}
                                  : Strength{Order::release, Scope::cluster};  // it completes
    return context_.mutual(at(head).thread, strength, at(tail).thread, context_.strength(at(tail)));
  }
  return morally_strong(head, tail);
}

bool BaseOrder::opens_half(EventId fence, FenceKind kind) const {
  const Event& event = at(fence);
  if (context_.of<FencedCopy>(event) != nullptr) return kind == FenceKind::tensormap_release;
  const auto* const what = context_.of<AsynchronousFence>(event);
  return what != nullptr && what->kind == kind;
}

// Fences of two halves hand on by themselves what they fence, from before a strong write to behind
// a strong read that observes it.
void BaseOrder::add_halves(EventId carrier, EventId observer) {
  constexpr std::array<std::pair<FenceKind, FenceKind>, 4> pairs{
      {{FenceKind::async_release, FenceKind::async_acquire},
       {FenceKind::async_read_release, FenceKind::async_acquire},
       {FenceKind::tensormap_release, FenceKind::tensormap_acquire},
       {FenceKind::alias_release, FenceKind::alias_acquire}}};
  if (is_asynchronous(at(carrier).what) || is_asynchronous(at(observer).what) ||
      !mutual(carrier, observer)) {
    return;
  }
  const auto scope = [&](EventId fence) {
    const auto* const copy = context_.of<FencedCopy>(at(fence));
    return copy != nullptr ? copy->scope : context_.of<AsynchronousFence>(at(fence))->scope;
  };
  for (const auto& [release, acquire] : pairs) {
    for (const EventId from : fences_) {
      if (at(from).thread != at(carrier).thread || from >= carrier || !opens_half(from, release)) {
        continue;
      }
      for (const EventId to : fences_) {
        if (at(to).thread != at(observer).thread || to <= observer || !opens_half(to, acquire)) {
          continue;
        }
        const Scope needed = context_.distance(at(from).thread, at(to).thread);
        if (scope(from) >= needed && scope(to) >= needed) halves_.push_back({from, to});
      }
    }
  }
}

void BaseOrder::add_execution(EventId carrier, EventId observer) {
  if (is_asynchronous(at(carrier).what) || is_asynchronous(at(observer).what)) return;
  const auto* const counted = std::get_if<Asynchronous>(&context_.action(at(carrier)));
  const bool arrives = counted != nullptr && opexplore::arrives(counted->what);
  if (at(observer).reads() || (arrives && mutual(carrier, observer))) {
    seen_.push_back({carrier, observer});
  }
}

Rows BaseOrder::execution() const { return closed(std::nullopt, seen_); }

bool BaseOrder::is_restricted(EventId fence) const {
  const auto* const what = context_.of<AsynchronousFence>(at(fence));
  return what != nullptr && (what->kind == FenceKind::restricted_release ||
                             what->kind == FenceKind::restricted_acquire);
}

bool BaseOrder::admits(const Edge& edge, LocationId location) const {
  const auto allows = [&](EventId end) {
    return !is_restricted(end) || context_.covers(context_.of<AsynchronousFence>(at(end))->space,
                                                  at(end).thread, location);
  };
  return allows(edge.from) && allows(edge.to);
}

Rows BaseOrder::closed(std::optional<LocationId> location, const std::vector<Edge>& more) const {
  Rows rows(count());
  const auto add = [&](const Edge& edge) { rows[edge.from] |= EventSet::of(edge.to); };
  for (const std::vector<EventId>& thread : threads_) {
    for (std::size_t i = 1; i < thread.size(); ++i) add({thread[i - 1], thread[i]});
  }
  for (const Edge& edge : edges_) {
    const bool whole = !is_restricted(edge.from) && !is_restricted(edge.to);
    if (whole || (location && admits(edge, *location))) add(edge);
  }
  for (const Edge& edge : more) add(edge);
  for (std::size_t over = 0; over < rows.size(); ++over) {
    if (rows[over].empty()) continue;
    for (EventSet& row : rows) {
      if (row.contains(over)) row |= rows[over];
    }
  }
  return rows;
}

EventSet BaseOrder::published_by_fence(EventId init) const {
  EventSet result;
  for (const EventId fence : fences_) {
    if (at(fence).thread != at(init).thread || fence < init ||
        !opens_half(fence, FenceKind::mbarrier_init)) {
      continue;
    }
    for (const EventId observer : observers_) {
      for (const EventId carrier : carriers(observer)) {
        if (!in_program_order(fence, carrier) || !context_.strength(at(carrier)).strong()) {
          continue;
        }
        for (const EventId tail : tails(observer)) {
          const bool reaches = context_.mutual(at(fence).thread, {Order::release, Scope::cluster},
                                               at(tail).thread, context_.strength(at(tail)));
          if (reaches) result |= EventSet::of(tail);
        }
      }
    }
  }
  return result;
}

}  // namespace opexplore::ptx_async
