#include "opmodel/machines/gpu_scoped/choice.hpp"

#include "opmodel/machines/gpu_scoped/needs.hpp"

namespace opexplore::gpu_scoped {

using queue_model::Reader;

Choice::Choice(const Test& test, const Context& context, const MachineOptions& options)
    : context_(context) {
  if (options.goal) values_.emplace(test, context.queues);
}

Agent Choice::agent_of(const State& state, Step step) const {
  const ThreadId thread = step.thread;
  if (rule_list.is<publish_block>(step)) {
    return publish_agent(thread, rule_list.argument<publish_block>(step).location);
  }
  if (rule_list.is<publish_gpu>(step)) {
    return send_agent(context_.plan().block(thread),
                      rule_list.argument<publish_gpu>(step).location);
  }
  if (rule_list.is<refresh_thread>(step)) return refresh_agent(thread);
  if (rule_list.is<refresh_block>(step)) return refresh_block_agent(context_.plan().block(thread));
  if (rule_list.is<membar_cta>(step) || rule_list.is<membar_gl>(step)) return fence_agent(thread);
  const std::size_t entry = rule_list.argument<load>(step).entry;
  const Pending& pending = state.threads[thread].pending[entry];
  return access_agent(thread, context_.queues.planned(thread, pending).location);
}

AgentSet Choice::of(const State& state, std::span<const Agent> acting) const {
  const auto has_to_load = [&](ThreadId thread, std::size_t entry) {
    const Pending& pending = state.threads[thread].pending[entry];
    return has_to_load_now(state,
                           {thread, context_.queues.planned(thread, pending).location, entry});
  };
  return queue_model::ample_agents(acting, NeedsIn(context_, state, has_to_load));
}

// What has left the registers and has not arrived at the last level.
PossibleValues Choice::going_up(const State& state, LocationId location) const {
  PossibleValues result;
  const auto add = [&](const Cell& cell) {
    if (cell.flag) result.add(cell.value);
  };
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    add(context_.view(state, static_cast<ThreadId>(t), location));
  }
  for (std::size_t c = 0; c < context_.plan().blocks(); ++c) {
    add(context_.block(state, static_cast<std::uint8_t>(c), location));
  }
  return result;
}

// A store of the thread itself comes before its load, and hides what is in memory now; a fence
// before it refreshes what the thread has.
PossibleValues Choice::found(const State& state, const Reader& reader) const {
  const auto threads = span_of(state.threads);
  const ThreadState& mine = threads[reader.thread];
  const std::uint8_t block = context_.plan().block(reader.thread);
  const bool shared = context_.plan().is_shared(reader.location);
  PossibleValues result = going_up(state, reader.location);
  result.add(values_->stored(threads, reader.location));
  if (context_.l1) result.add(context_.line(state, block, reader.location).value);
  if (reader.entry < mine.pending.size() && mine.pending[reader.entry].crossed) {
    result.add(mine.pending[reader.entry].value);
  }
  if (values_->store_pending(threads, reader)) return result;
  bool cta = false;
  bool gl = false;
  for (std::size_t e = 0; e < reader.entry; ++e) {
    const Kind kind = context_.queues.planned(reader.thread, mine.pending[e]).kind;
    cta = cta || kind == Kind::membar_cta;
    gl = gl || kind == Kind::membar_gl;
  }
  if (!cta && !gl) result.add(context_.view(state, reader.thread, reader.location).value);
  if (!gl || shared) result.add(context_.block(state, block, reader.location).value);
  if (!shared) result.add(state.gpu[reader.location].value);
  return result;
}

// A store that is pending, or on its way up, will replace what memory holds now.
PossibleValues Choice::of_location(const State& state, LocationId location) const {
  const auto threads = span_of(state.threads);
  PossibleValues result = going_up(state, location);
  const bool replaced = result != PossibleValues{} || values_->store_pending(threads, location);
  result.add(values_->stored(threads, location));
  if (!replaced) {
    const bool shared = context_.plan().is_shared(location);
    const std::uint8_t home = context_.plan().home(location);
    result.add((shared ? context_.block(state, home, location) : state.gpu[location]).value);
  }
  return result;
}

PossibleValues Choice::possible_values(const State& state, std::size_t index) const {
  if (!values_) return PossibleValues::any();
  return values_->possible(
      span_of(state.threads), index, [&](const Reader& reader) { return found(state, reader); },
      [&](LocationId location) { return of_location(state, location); });
}

bool Choice::has_to_load_now(const State& state, const Reader& load) const {
  if (!values_ || state.threads[load.thread].pending[load.entry].crossed) return false;
  const auto possible = [&](std::size_t index) { return possible_values(state, index); };
  return values_->has_to_find(span_of(state.threads), load,
                              context_.view(state, load.thread, load.location).value,
                              found(state, load), possible);
}

}  // namespace opexplore::gpu_scoped
