#include "opmodel/machines/gpu_queues/steps.hpp"

#include <algorithm>

namespace opexplore::gpu_queues {

void add_thread_steps(const Context& context, const State& state, ThreadId thread, Steps& steps) {
  const ThreadState& mine = state.threads[thread];
  rule_list.offer<queue_model::local<Context, State>>(steps, thread, {}, context, state);
  rule_list.offer<queue_model::issue<Context, State>>(steps, thread, {}, context, state);
  for (std::size_t e = 0; e < mine.pending.size(); ++e) {
    switch (context.queues.planned(thread, mine.pending[e]).kind) {
      case Kind::load:
        rule_list.offer<queue_model::load_out<Context, State>>(steps, thread, {e}, context, state);
        rule_list.offer<load>(steps, thread, {e}, context, state);
        break;
      case Kind::store:
        rule_list.offer<store>(steps, thread, {e}, context, state);
        break;
      case Kind::membar_cta:
        rule_list.offer<membar_cta>(steps, thread, {e}, context, state);
        return;  // nothing behind a fence can move
      case Kind::membar_gl:
        rule_list.offer<membar_gl>(steps, thread, {e}, context, state);
        return;
      case Kind::atomic:
      case Kind::local:
        break;
    }
  }
}

void add_deliveries(const Context& context, const State& state, ThreadId thread, Steps& steps) {
  const std::size_t receivers = context.by_receiver ? state.threads.size() : 1;
  for (std::size_t a = 0; a < context.locations(); ++a) {
    for (std::size_t receiver = 0; receiver < receivers; ++receiver) {
      const DeliveryArgument to{static_cast<LocationId>(a), static_cast<ThreadId>(receiver)};
      rule_list.offer<distribute_block>(steps, thread, to, context, state);
      rule_list.offer<distribute_gpu>(steps, thread, to, context, state);
    }
  }
}

bool at_rest(const Context& context, const State& state) {
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    if (!context.queues.done(static_cast<ThreadId>(t), state.threads[t])) return false;
  }
  return std::ranges::none_of(span_of(state.views),
                              [](const Cell& cell) { return cell.lm || cell.gm; });
}

std::optional<LocationId> unsettled(const Context& context, const State& state) {
  if (!at_rest(context, state)) return std::nullopt;
  for (std::size_t a = 0; a < context.locations(); ++a) {
    const auto location = static_cast<LocationId>(a);
    if (!context.plan().observed(location)) continue;
    const ThreadMask readers = context.who_sees(location);
    const auto first = static_cast<ThreadId>(std::countr_zero(readers));
    bool differs = false;
    for_each_thread(readers, [&](ThreadId thread) {
      differs = differs || context.cell(state, thread, location).value !=
                               context.cell(state, first, location).value;
    });
    if (differs) return location;
  }
  return std::nullopt;
}

}  // namespace opexplore::gpu_queues
