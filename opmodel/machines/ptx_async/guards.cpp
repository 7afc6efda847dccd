#include "opmodel/machines/ptx_async/guards.hpp"

#include <algorithm>

#include "opmodel/instruction.hpp"
#include "opmodel/machines/ptx_async/groups.hpp"
#include "opmodel/machines/ptx_async/tensor_order.hpp"

namespace opexplore::ptx_async {

namespace {

using Operation = AsynchronousOperation;

}  // namespace

Guards::Guards(const Context& context, const State& state, const std::vector<Standing>& standings)
    : context_(context), state_(state), standings_(standings) {
  if (context.has_tensors()) {
    tensors_ = tensor_order_of(context, state, BaseOrder(context, state));
  }
}

bool Guards::is_at_end(ThreadId thread) const {
  return standings_[thread].kind == Standing::Kind::ready &&
         standings_[thread].at == context_.thread(thread).instructions.size();
}

// Nothing that it does itself is still to be done: a read that was postponed has to take its value.
bool Guards::has_ended(ThreadId thread) const {
  return is_at_end(thread) && std::ranges::all_of(standings_[thread].events, [&](EventId id) {
           return state_.events[id].done;
         });
}

// 9.7.15.14: each thread of the grid before has let it start, or has ended.
bool Guards::has_started(ThreadId thread) const {
  const std::uint32_t grid = context_.grid(thread);
  for (std::size_t t = 0; t < standings_.size(); ++t) {
    const auto other = static_cast<ThreadId>(t);
    if (context_.grid(other) + 1 != grid || has_ended(other)) continue;
    const bool launched = std::ranges::any_of(standings_[t].events, [&](EventId id) {
      const auto* const control = context_.of<GridControl>(state_.events[id]);
      return control != nullptr && control->launches;
    });
    if (!launched) return false;
  }
  return true;
}

bool Guards::may_step(ThreadId thread) const {
  const Standing::Kind kind = standings_[thread].kind;
  if (kind != Standing::Kind::ready && kind != Standing::Kind::needs) return false;
  if (is_at_end(thread) || !has_started(thread)) return false;
  return kind == Standing::Kind::ready || memory_access(next_action(thread)) != nullptr ||
         next<Operation>(thread) != nullptr;
}

bool Guards::has_step(ThreadId thread) const {
  if (standings_[thread].kind == Standing::Kind::diverges) return true;
  for (const EventId event : standings_[thread].events) {
    if (!state_.events[event].done && is_ready(event)) return true;
  }
  if (!may_step(thread)) return false;
  const Barrier* const barrier =
      standings_[thread].kind == Standing::Kind::ready ? barrier_of(next_action(thread)) : nullptr;
  return barrier != nullptr ? may_arrive(thread, *barrier) : may_go_on(thread);
}

bool Guards::comes_alone(ThreadId thread) const {
  if (must_postpone(thread)) return true;
  const Action& action = next_action(thread);
  if (reads_memory(action)) {
    return !context_.may_be_late(thread, standings_[thread].at) &&
           is_settled(context_.program().addresses[*address_of(action)].location, thread);
  }
  if (next<MbarrierOperation>(thread) != nullptr || next<FencedCopy>(thread) != nullptr) {
    return false;
  }
  if (const Barrier* const barrier = barrier_of(action)) {
    // Where a barrier lets go so many, it matters who they are.
    return !context_.barriers().has_quorum() && may_arrive(thread, *barrier);
  }
  return may_go_on(thread);
}

bool Guards::is_done_alone(EventId id) const {
  const Event& event = state_.events[id];
  if (event.what == Happens::complete || !is_ready(id)) return false;
  return !event.reads() || is_settled(context_.location(event), std::nullopt);
}

// Whether nothing can write the location any more, but for what the thread that is about to read
// it comes to later.
bool Guards::is_settled(LocationId location, std::optional<ThreadId> own) const {
  for (std::size_t t = 0; t < standings_.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    if (thread != own && context_.writes_ahead(thread, standings_[t].at).test(location)) {
      return false;
    }
  }
  return std::ranges::none_of(state_.events, [&](const Event& event) {
    if (event.done) return false;
    if (event.what == Happens::descriptor) return true;  // of something that it points to
    const bool writes = event.what == Happens::target || event.what == Happens::combine ||
                        event.what == Happens::update || event.what == Happens::write;
    return writes && context_.location(event) == location;
  });
}

bool Guards::may_arrive(ThreadId thread, const Barrier& barrier) const {
  const std::vector<MaybeValue>& known = standings_[thread].registers;
  std::vector<Value> registers;
  for (const MaybeValue& value : known) registers.push_back(value.value_or(0));
  return state_.barriers.may_arrive(context_.barriers(), thread,
                                    arrival_of(barrier, registers).resource);
}

bool Guards::may_go_on(ThreadId thread) const {
  if (const auto* const wait = next<WaitGroup>(thread)) {
    return std::ranges::all_of(
        waited_for(context_, state_, thread, no_event, *wait), [&](EventId operation) {
          return wait->reads_only ? has_read(state_, operation) : has_completed(state_, operation);
        });
  }
  if (const auto* const cluster = next<ClusterBarrier>(thread)) {
    return cluster->arrives || cluster_has_arrived(thread);
  }
  const auto* const grid = next<GridControl>(thread);
  return grid == nullptr || grid->launches || grids_have_ended(thread);
}

bool Guards::cluster_has_arrived(ThreadId thread) const {
  const auto arrivals = [&](ThreadId of) {
    return std::ranges::count_if(standings_[of].events, [&](EventId id) {
      const auto* const cluster = context_.of<ClusterBarrier>(state_.events[id]);
      return cluster != nullptr && cluster->arrives;
    });
  };
  for (std::size_t t = 0; t < standings_.size(); ++t) {
    const auto other = static_cast<ThreadId>(t);
    if (context_.same_cluster(thread, other) && !has_ended(other) &&
        arrivals(other) < arrivals(thread)) {
      return false;
    }
  }
  return true;
}

bool Guards::grids_have_ended(ThreadId thread) const {
  const auto is_earlier = [&](ThreadId other) {
    return context_.grid(other) < context_.grid(thread);
  };
  for (std::size_t t = 0; t < standings_.size(); ++t) {
    if (is_earlier(static_cast<ThreadId>(t)) && !has_ended(static_cast<ThreadId>(t))) {
      return false;
    }
  }
  return std::ranges::all_of(
      state_.events, [&](const Event& event) { return event.done || !is_earlier(event.thread); });
}

bool Guards::is_ready(EventId id) const {
  const Event& event = state_.events[id];
  if (!is_asynchronous(event.what)) return operands_known(context_, state_, id);
  if (event.what == Happens::complete) {
    if (context_.of<TensorCommit>(event) != nullptr) return tensors_are_done(event);
    const auto* const copies = context_.of<MbarrierOperation>(event);
    return copies != nullptr ? copies_are_done(event) : data_is_done(event);
  }
  const bool writes = event.what == Happens::target || event.what == Happens::combine;
  if (writes && !operands_known(context_, state_, event.issue)) return false;
  if (context_.has_tensors() && awaits_write(context_, state_, tensors_, id)) return false;
  // The descriptor comes before all, the source of an element before its destinations.
  return std::ranges::all_of(state_.events, [&](const Event& other) {
    if (other.done || other.issue != event.issue || other.what >= event.what) return true;
    return other.what == Happens::source && context_.element(other) != context_.element(event);
  });
}

bool Guards::data_is_done(const Event& completion) const {
  return std::ranges::all_of(state_.events, [&](const Event& other) {
    if (other.done || other.issue != completion.issue || !other.accesses()) return true;
    const bool writes = other.what == Happens::target || other.what == Happens::combine;
    return writes && context_.recipient(other) != context_.recipient(completion);
  });
}

bool Guards::tensors_are_done(const Event& completion) const {
  return std::ranges::all_of(state_.events, [&](const Event& other) {
    return other.done || !is_tracked(context_, other, completion);
  });
}

bool Guards::copies_are_done(const Event& completion) const {
  return std::ranges::all_of(state_.events, [&](const Event& other) {
    const auto* const operation = context_.of<Operation>(other);
    const bool tracked = operation != nullptr && is_asynchronous(other.what) &&
                         operation->kind == Operation::Kind::copy &&
                         other.thread == completion.thread && other.issue < completion.issue;
    return other.done || !tracked;
  });
}

}  // namespace opexplore::ptx_async
