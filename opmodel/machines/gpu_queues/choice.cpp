#include "opmodel/machines/gpu_queues/choice.hpp"

namespace opexplore::gpu_queues {

using queue_model::location_bit;
using queue_model::Reader;

namespace {

Agent access(ThreadId thread, LocationId location) {
  return {AgentKind::access, static_cast<std::uint8_t>(thread), location};
}
Agent delivery(ThreadId thread, LocationId location) {
  return {AgentKind::publish, static_cast<std::uint8_t>(thread), location};
}
Agent fence(ThreadId thread) { return {AgentKind::fence, static_cast<std::uint8_t>(thread), 0}; }

}  // namespace

// Who needs whom in one state.
class Choice::NeedsIn {
 public:
  NeedsIn(const Choice& choice, const State& state)
      : choice_(choice), context_(choice.context_), state_(state) {
    for (std::size_t t = 0; t < state.threads.size(); ++t) {
      standings_.emplace_back(context_.queues, static_cast<ThreadId>(t), state.threads[t]);
    }
  }

  void operator()(const Agent& agent, AgentSet& set) const {
    switch (agent.kind) {
      case AgentKind::access:
        return of_accesses(agent.owner, agent.location, set);
      case AgentKind::publish:
        if (may_write(agent.owner, agent.location)) set.add(access(agent.owner, agent.location));
        return of_delivery(agent.owner, agent.location, set);
      case AgentKind::fence:
        return of_fence(agent.owner, set);
      case AgentKind::send:
      case AgentKind::refresh_thread:
      case AgentKind::refresh_block:
        return;  // gpu-scoped
    }
  }

 private:
  const Cell& cell(ThreadId thread, LocationId location) const {
    return context_.cell(state_, thread, location);
  }
  bool is_owed(ThreadId thread, LocationId location) const {
    return cell(thread, location).lm || cell(thread, location).gm;
  }
  bool may_write(ThreadId thread, LocationId location) const {
    return (standings_[thread].writes() & location_bit(location)) != 0;
  }
  bool may_access(ThreadId thread, LocationId location) const {
    return may_write(thread, location) ||
           (standings_[thread].reads() & location_bit(location)) != 0;
  }

  // All that may deliver the location to this thread, now or once it has been stored. What a fence
  // delivers can be delivered before it.
  void add_deliveries_to(ThreadId thread, LocationId location, AgentSet& set) const {
    for_each_thread(context_.everyone() & ~thread_bit(thread), [&](ThreadId other) {
      if (is_owed(other, location)) set.add(delivery(other, location));
      if (may_write(other, location)) set.add(access(other, location));
    });
  }

  // A load sees what is delivered to its thread; a store is overwritten by it, and overwrites what
  // its thread still owes to others.
  void of_accesses(ThreadId thread, LocationId location, AgentSet& set) const {
    const ThreadState& mine = state_.threads[thread];
    standings_[thread].before_access(location, set);
    standings_[thread].for_each_access(location, [&](std::size_t e) {
      if (context_.queues.can_write(thread, mine, e)) {
        add_deliveries_to(thread, location, set);
        if (is_owed(thread, location)) set.add(delivery(thread, location));
      } else if (context_.queues.can_load(thread, mine, e) && mine.pending[e].awaited &&
                 !choice_.has_to_load_now(state_, {thread, location, e})) {
        add_deliveries_to(thread, location, set);
      }
    });
  }

  // What is delivered next overwrites the views of the receivers, and is overwritten by what others
  // deliver. With GM it makes the fences of its receivers deliver it, too.
  void of_delivery(ThreadId thread, LocationId location, AgentSet& set) const {
    const Cell& mine = cell(thread, location);
    const ThreadMask block = context_.block(thread);
    add_receivers(thread, location, mine.lm ? block : context_.everyone() & ~block, set);
    if (mine.lm && mine.gm) add_fences_of_block(thread, set);
  }

  void add_receivers(ThreadId thread, LocationId location, ThreadMask receivers,
                     AgentSet& set) const {
    add_deliveries_to(thread, location, set);
    for_each_thread(receivers & ~thread_bit(thread), [&](ThreadId other) {
      if (may_access(other, location)) set.add(access(other, location));
    });
  }

  void add_fences_of_block(ThreadId thread, AgentSet& set) const {
    if (!context_.cumulative) return;
    for_each_thread(context_.block(thread) & ~thread_bit(thread), [&](ThreadId other) {
      if (standings_[other].has_membar_gl()) set.add(fence(other));
    });
  }

  // A fence that can leave is the deliveries that it makes.
  void of_fence(ThreadId thread, AgentSet& set) const {
    const auto all = [](const Pending&) { return true; };
    if (!standings_[thread].before_fence(all, set)) return;
    const Pending& entry = state_.threads[thread].pending[*standings_[thread].fence()];
    const bool gl = context_.queues.planned(thread, entry).kind == Kind::membar_gl;
    for (std::size_t a = 0; a < context_.locations(); ++a) {
      const auto location = static_cast<LocationId>(a);
      if (!(gl ? is_owed(thread, location) : cell(thread, location).lm)) continue;
      of_delivery(thread, location, set);
      if (gl) add_receivers(thread, location, context_.everyone(), set);
    }
  }

  const Choice& choice_;
  const Context& context_;
  const State& state_;
  queue_model::Standings standings_;
};

Choice::Choice(const Test& test, const Context& context, const MachineOptions& options)
    : context_(context) {
  if (options.goal) values_.emplace(test, context.queues);
}

Agent Choice::agent_of(const State& state, Step step) const {
  if (rule_list.is<distribute_block>(step) || rule_list.is<distribute_gpu>(step)) {
    return delivery(step.thread, rule_list.argument<distribute_block>(step).location);
  }
  if (rule_list.is<membar_cta>(step) || rule_list.is<membar_gl>(step)) return fence(step.thread);
  const std::size_t entry = rule_list.argument<load>(step).entry;
  const Pending& pending = state.threads[step.thread].pending[entry];
  return access(step.thread, context_.queues.planned(step.thread, pending).location);
}

AgentSet Choice::of(const State& state, std::span<const Agent> acting) const {
  return queue_model::ample_agents(acting, NeedsIn(*this, state));
}

// What is on its way to other views.
PossibleValues Choice::in_flags(const State& state, LocationId location) const {
  PossibleValues result;
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    const Cell& cell = context_.cell(state, static_cast<ThreadId>(t), location);
    if (cell.lm || cell.gm) result.add(cell.value);
  }
  return result;
}

// A store of the thread itself comes before the load, and hides what its view has now.
PossibleValues Choice::found(const State& state, const Reader& reader) const {
  const auto threads = span_of(state.threads);
  PossibleValues result = in_flags(state, reader.location);
  result.add(values_->stored(threads, reader.location));
  if (!values_->store_pending(threads, reader)) {
    result.add(context_.cell(state, reader.thread, reader.location).value);
  }
  return result;
}

// Whatever is stored or delivered last; with one receiver at a time, any view may be.
PossibleValues Choice::of_location(const State& state, LocationId location) const {
  const auto threads = span_of(state.threads);
  PossibleValues result = in_flags(state, location);
  const bool replaced = result != PossibleValues{} || values_->store_pending(threads, location);
  result.add(values_->stored(threads, location));
  if (replaced && !context_.by_receiver) return result;
  for_each_thread(context_.who_sees(location), [&](ThreadId thread) {
    result.add(context_.cell(state, thread, location).value);
  });
  return result;
}

PossibleValues Choice::possible_values(const State& state, std::size_t index) const {
  if (!values_) return PossibleValues::any();
  return values_->possible(
      span_of(state.threads), index, [&](const Reader& reader) { return found(state, reader); },
      [&](LocationId location) { return of_location(state, location); });
}

bool Choice::has_to_load_now(const State& state, const Reader& load) const {
  if (!values_) return false;
  const auto possible = [&](std::size_t index) { return possible_values(state, index); };
  return values_->has_to_find(span_of(state.threads), load,
                              context_.cell(state, load.thread, load.location).value,
                              found(state, load), possible);
}

}  // namespace opexplore::gpu_queues
