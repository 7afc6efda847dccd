#include "opmodel/machines/ptx_async/causality.hpp"

#include <algorithm>

#include "opmodel/instruction.hpp"
#include "opmodel/machines/ptx_async/tensor_order.hpp"

namespace opexplore::ptx_async {

namespace {

using FenceKind = AsynchronousFence::Kind;
using Operation = AsynchronousOperation;

bool is_cached(Via via) {
  return via == Via::texture || via == Via::surface || via == Via::constant;
}

}  // namespace

Causality::Causality(const Context& context, const State& state)
    : context_(context),
      state_(state),
      base_(context, state),
      accesses_(context.program().locations.size()),
      tensors_(context.has_tensors() ? tensor_order_of(context, state, base_) : Rows()),
      preserved_(state.events.size()) {
  for (std::size_t i = 0; i < state.events.size(); ++i) {
    const Event& event = state.events[i];
    if (!event.accesses() || (!event.done && !event.wrote)) continue;
    accesses_[context.location(event)].push_back(static_cast<EventId>(i));
  }
  find_causes();
}

// 8.9.6: preserved base causality, also from a write through what observes it by morally strong
// reads.
void Causality::find_causes() {
  for (const std::vector<EventId>& location : accesses_) {
    for (const EventId x : location) {
      for (const EventId y : location) {
        if (is_preserved(x, y)) preserved_[x] |= EventSet::of(y);
      }
    }
  }
  causes_ = preserved_;
  for (const std::vector<EventId>& location : accesses_) {
    for (const EventId last : location) {
      EventId read = last;
      for (std::size_t links = 0; at(read).has_read() && links < location.size(); ++links) {
        const EventId write = at(read).reads_from;
        if (write == no_event || !base_.morally_strong(write, read)) break;
        causes_[write] |= preserved_[last];
        read = write;
      }
    }
  }
}

// The clauses of 8.9.5, and those of the other proxies: how the second access accesses says which.
bool Causality::is_preserved(EventId x, EventId y) const {
  if (context_.is_tensor(context_.location(at(x)))) return is_ordered_as_tensor(x, y);
  const EventId anchor = base_.anchor(y);
  if (anchor == no_event) return false;
  const Rows& before = base_.base(context_.location(at(x)));
  Way way{x, y, anchor, before, known(x, y, before)};
  if (at(x).address != at(y).address) way.known = past_alias(x, way.known, before);
  if (behind_grid(way)) return true;
  // No access that is ordered behind one by the read-only proxy can be seen by it.
  if (context_.via(at(x)) == Via::readonly && before[x].contains(anchor)) return true;
  switch (context_.via(at(y))) {
    case Via::generic:
      return way.known.contains(anchor);
    case Via::asynchronous:
      return to_asynchronous(way);
    case Via::tensormap:
      return to_tensormap(way);
    case Via::texture:
    case Via::surface:
    case Via::constant:
      return to_cached(way);
    case Via::readonly:
    case Via::tensor:
      break;
  }
  return false;
}

// 9.7.16.6: in tensor memory by the order of operations alone.
bool Causality::is_ordered_as_tensor(EventId x, EventId y) const {
  const EventId first = at(x).issue, second = at(y).issue;
  return first != no_event && second != no_event && tensors_[first].contains(second);
}

// Where the access is known to the generic proxy: what it does there later is ordered behind it.
EventSet Causality::known(EventId x, EventId y, const Rows& before) const {
  const Event& event = at(x);
  const Via via = context_.via(event);
  if (!is_asynchronous(event.what)) {
    if (via == Via::generic) return before[x];
    EventSet result;
    if (!is_cached(via)) return result;
    for (const EventId fence : base_.fences()) {
      const bool of_proxy = context_.fenced_proxy(at(fence)) == via &&
                            context_.same_cta(at(fence).thread, event.thread);
      if (of_proxy && before[x].contains(fence)) result |= before[fence];
    }
    return result;
  }
  EventSet over;
  base_.completions(x).for_each([&](std::size_t wait) {
    over |= EventSet::of(wait);
    over |= before[wait];
  });
  const CompletionFence by_itself = context_.reading().completion_fence;
  if (via == Via::generic || by_itself == CompletionFence::full ||
      (by_itself == CompletionFence::writes && event.wrote)) {
    return over;
  }
  EventSet result;
  for (const EventId fence : base_.fences()) {
    if (over.contains(fence) && covers(fence, x) && stands_right(fence, y, x)) {
      result |= before[fence];
    }
  }
  return result;
}

// 8.9.5: by another virtual address, behind an alias fence on the way.
EventSet Causality::past_alias(EventId x, const EventSet& known, const Rows& before) const {
  EventSet result;
  const Rows& reach = base_.reach(context_.location(at(x)));
  for (const EventId fence : base_.fences()) {
    if (!known.contains(fence)) continue;
    const auto whole = fence_of(context_.action(at(fence)));
    if (whole && whole->proxy == ProxyFenceKind::alias) result |= before[fence];
    if (half(fence, FenceKind::alias_release) == nullptr) continue;
    for (const EventId other : base_.fences()) {
      if (half(other, FenceKind::alias_acquire) != nullptr && reach[fence].contains(other)) {
        result |= before[other];
      }
    }
  }
  return result;
}

const AsynchronousFence* Causality::half(EventId fence, FenceKind kind) const {
  const auto* const what = context_.of<AsynchronousFence>(at(fence));
  return what != nullptr && what->kind == kind ? what : nullptr;
}

// Whether it is a fence.proxy.async for the object of the access.
bool Causality::covers(EventId fence, EventId access) const {
  const auto* const what = half(fence, FenceKind::async);
  return what != nullptr &&
         context_.covers(what->space, at(fence).thread, context_.location(at(access)));
}

bool Causality::stands_right(EventId fence, EventId generic, EventId asynchronous) const {
  const ThreadId thread = at(fence).thread;
  switch (context_.reading().place) {
    case Place::path:
      return true;
    case Place::thread:
      return thread == at(generic).thread || thread == at(asynchronous).thread;
    case Place::cta:
      return context_.same_cta(thread, at(asynchronous).thread);
    case Place::source:
      break;
  }
  return thread == at(generic).thread;
}

bool Causality::ends_behind(const Way& way, EventId fence) const {
  return way.before[fence].contains(way.anchor);
}

bool Causality::to_asynchronous(const Way& way) const {
  for (const EventId fence : base_.fences()) {
    if (way.known.contains(fence) && covers(fence, way.x) && ends_behind(way, fence) &&
        stands_right(fence, way.x, way.y)) {
      return true;
    }
  }
  const Event& x = at(way.x);
  const bool behind = context_.via(x) == Via::asynchronous && x.address == at(way.y).address &&
                      x.issue != at(way.y).issue && same_domain(x, at(way.y));
  if (behind) {
    bool completed = false;
    base_.completions(way.x).for_each([&](std::size_t wait) {
      completed = completed || wait == way.anchor || way.before[wait].contains(way.anchor);
    });
    if (completed) return true;
  }
  return by_halves(way) || (context_.reading().one_half_suffices && by_one_half(way));
}

// 8.9.5: "by the same thread block".
bool Causality::same_domain(const Event& a, const Event& b) const {
  switch (context_.reading().domain) {
    case Domain::home:
      return context_.is_shared(context_.location(a)) || context_.same_cta(a.thread, b.thread);
    case Domain::cta:
      return context_.same_cta(a.thread, b.thread);
    case Domain::cluster:
      return context_.same_cluster(a.thread, b.thread);
    case Domain::any:
      break;
  }
  return true;
}

// `…release.sync_restrict::shared::cluster::read`: of reads by its own thread alone (PTX 9.4).
bool Causality::releases_own_read(const Way& way, EventId fence) const {
  const auto* const release = half(fence, FenceKind::async_read_release);
  const Event& x = at(way.x);
  return release != nullptr && !x.wrote && context_.via(x) == Via::generic &&
         base_.in_program_order(way.x, fence) && way.known.contains(fence) &&
         context_.covers(release->space, at(fence).thread, context_.location(x));
}

// `fence.proxy.async::generic.release`, and `.acquire` behind it in the same cluster.
bool Causality::by_halves(const Way& way) const {
  const LocationId location = context_.location(at(way.x));
  const Rows& reach = base_.reach(location);
  const auto releases = [&](EventId fence) {
    const ThreadId thread = at(fence).thread;
    if (const auto* const own = half(fence, FenceKind::async_release)) {
      return way.known.contains(fence) && context_.covers(own->space, thread, location);
    }
    return releases_own_read(way, fence);
  };
  for (const EventId from : base_.fences()) {
    if (!releases(from)) continue;
    for (const EventId to : base_.fences()) {
      const auto* const acquire = half(to, FenceKind::async_acquire);
      if (acquire != nullptr && reach[from].contains(to) && ends_behind(way, to) &&
          context_.covers(acquire->space, at(to).thread, location)) {
        return true;
      }
    }
  }
  return false;
}

bool Causality::by_one_half(const Way& way) const {
  const LocationId location = context_.location(at(way.x));
  return std::ranges::any_of(base_.fences(), [&](EventId fence) {
    const auto* const release = half(fence, FenceKind::async_release);
    const auto* const either = release != nullptr ? release : half(fence, FenceKind::async_acquire);
    const bool whole = either != nullptr && way.known.contains(fence) &&
                       context_.covers(either->space, at(fence).thread, location);
    return (whole || releases_own_read(way, fence)) && ends_behind(way, fence);
  });
}

// 9.7.15.4: a release behind the write, and an acquire of this descriptor where it is used.
bool Causality::to_tensormap(const Way& way) const {
  const Rows& reach = base_.reach(context_.location(at(way.x)));
  const auto released_for = [&](EventId fence) -> std::optional<Scope> {
    const Event& event = at(fence);
    if (const auto* const copy = context_.of<FencedCopy>(event)) return copy->scope;
    if (const auto* const release = half(fence, FenceKind::tensormap_release)) {
      return release->scope;
    }
    const auto* const grid = context_.of<GridControl>(event);
    const bool of_grids_before = grid != nullptr && !grid->launches &&
                                 context_.grid(at(way.x).thread) < context_.grid(event.thread);
    return of_grids_before ? std::optional(Scope::sys) : std::nullopt;
  };
  const auto is_near = [&](ThreadId thread) {
    switch (context_.reading().tensormap_acquire) {
      case TensormapAcquire::cta:
        return context_.same_cta(thread, at(way.y).thread);
      case TensormapAcquire::thread:
        return thread == at(way.y).thread;
      case TensormapAcquire::path:
        break;
    }
    return true;
  };
  for (std::size_t i = 0; i < state_.events.size(); ++i) {
    const auto from = static_cast<EventId>(i);
    if (!way.known.contains(from)) continue;
    const std::optional<Scope> scope = released_for(from);
    if (!scope) continue;
    for (const EventId to : base_.fences()) {
      const auto* const acquire = half(to, FenceKind::tensormap_acquire);
      if (acquire == nullptr || !reach[from].contains(to) || !ends_behind(way, to)) continue;
      const Scope needed = context_.distance(at(from).thread, at(to).thread);
      const LocationId named = context_.program().addresses[*acquire->object].location;
      if (named == context_.location(at(way.y)) && acquire->scope >= needed && *scope >= needed &&
          is_near(at(to).thread)) {
        return true;
      }
    }
  }
  return false;
}

// Texture, surface and constant (Lustig 2022): behind a fence of the proxy in the reader's CTA.
bool Causality::to_cached(const Way& way) const {
  const Via via = context_.via(at(way.y));
  const ThreadId thread = at(way.y).thread;
  if (context_.via(at(way.x)) == via && at(way.x).address == at(way.y).address &&
      context_.same_cta(at(way.x).thread, thread) && way.before[way.x].contains(way.anchor)) {
    return true;
  }
  return std::ranges::any_of(base_.fences(), [&](EventId fence) {
    return context_.fenced_proxy(at(fence)) == via && context_.same_cta(at(fence).thread, thread) &&
           way.known.contains(fence) && ends_behind(way, fence);
  });
}

// 8.9.4: where one grid has waited for another, all that this one did is known by every proxy, but
// for descriptors.
bool Causality::behind_grid(const Way& way) const {
  const std::uint32_t grid = context_.grid(at(way.x).thread);
  if (context_.via(at(way.y)) == Via::tensormap) return false;
  for (std::size_t i = 0; i < state_.events.size(); ++i) {
    const Event& event = state_.events[i];
    const auto* const control = context_.of<GridControl>(event);
    if (control != nullptr && !control->launches && context_.grid(event.thread) > grid &&
        way.before[i].contains(way.anchor)) {
      return true;
    }
  }
  return false;
}

bool Causality::is_published(EventId init, EventId operation) const {
  const EventId anchor = base_.anchor(operation);
  const LocationId location = context_.location(at(init));
  const Rows& before = base_.base(location);
  EventSet where = before[init];
  base_.published_by_fence(init).for_each([&](std::size_t tail) {
    where |= EventSet::of(tail);
    where |= before[tail];
  });
  const auto* const copy = context_.of<Operation>(at(operation));
  const bool by_proxy = context_.reading().mbarriers_are_asynchronous && copy != nullptr &&
                        at(operation).what == Happens::complete &&
                        copy->kind != Operation::Kind::store &&
                        copy->kind != Operation::Kind::reduce;
  if (!by_proxy) return where.contains(anchor);
  return std::ranges::any_of(base_.fences(), [&](EventId fence) {
    return where.contains(fence) && covers(fence, init) && before[fence].contains(anchor) &&
           stands_right(fence, init, operation);
  });
}

}  // namespace opexplore::ptx_async
