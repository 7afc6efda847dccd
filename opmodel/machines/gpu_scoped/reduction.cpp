#include "opmodel/machines/gpu_scoped/reduction.hpp"

namespace opexplore::gpu_scoped {

Remaining::Remaining(const Context& context, const State& state)
    : reads_(state.threads.size(), 0),
      touches_(state.threads.size(), 0),
      block_reads_(context.plan().blocks(), 0),
      block_touches_(context.plan().blocks(), 0) {
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    const std::uint8_t block = context.plan().block(thread);
    reads_[t] = context.queues.reads_left(thread, state.threads[t]);
    touches_[t] = reads_[t] | context.queues.writes_left(thread, state.threads[t]);
    for (std::size_t a = 0; a < context.locations(); ++a) {
      const auto location = static_cast<LocationId>(a);
      if (context.view(state, thread, location).flag) touches_[t] |= location_bit(location);
    }
    block_reads_[block] |= reads_[t];
    block_touches_[block] |= touches_[t];
    all_reads_ |= reads_[t];
  }
  for (std::size_t c = 0; c < context.plan().blocks(); ++c) {
    for (std::size_t a = 0; a < context.locations(); ++a) {
      const auto location = static_cast<LocationId>(a);
      if (context.block(state, static_cast<std::uint8_t>(c), location).flag) {
        block_touches_[c] |= location_bit(location);
      }
    }
  }
}

void publish_unwatched(const Context& context, const Remaining& remaining, State& state) {
  for (std::size_t a = 0; a < context.locations(); ++a) {
    const auto location = static_cast<LocationId>(a);
    for (std::size_t t = 0; t < state.threads.size(); ++t) {
      const auto thread = static_cast<ThreadId>(t);
      const std::uint8_t block = context.plan().block(thread);
      if (context.view(state, thread, location).flag && !remaining.others_touch(thread, location) &&
          !remaining.other_blocks_touch(block, location)) {
        publish_block(context, state, thread, {location});
      }
    }
    for (std::size_t c = 0; c < context.plan().blocks(); ++c) {
      const auto block = static_cast<std::uint8_t>(c);
      if (context.block(state, block, location).flag &&
          !remaining.other_blocks_touch(block, location)) {
        publish_gpu(context, state, context.first(block), {location});
      }
    }
  }
}

bool needs_view(const Context& context, const Remaining& remaining, const State& state,
                ThreadId thread, LocationId location) {
  return context.view(state, thread, location).flag || remaining.reads(thread, location);
}

bool needs_block(const Context& context, const Remaining& remaining, const State& state,
                 std::uint8_t block, LocationId location) {
  const queue_model::Plan& plan = context.plan();
  const bool final_value = plan.observed(location) && plan.is_shared(location);
  return context.block(state, block, location).flag || final_value ||
         remaining.block_reads(block, location);
}

bool needs_gpu(const Context& context, const Remaining& remaining, LocationId location) {
  const queue_model::Plan& plan = context.plan();
  const bool final_value = plan.observed(location) && !plan.is_shared(location);
  return final_value || remaining.anyone_reads(location);
}

void forget_dead(const Context& context, const Remaining& remaining, State& state) {
  for (std::size_t a = 0; a < context.locations(); ++a) {
    const auto location = static_cast<LocationId>(a);
    for (std::size_t t = 0; t < state.threads.size(); ++t) {
      const auto thread = static_cast<ThreadId>(t);
      if (!needs_view(context, remaining, state, thread, location)) {
        context.view(state, thread, location) = {};
      }
    }
    for (std::size_t c = 0; c < context.plan().blocks(); ++c) {
      const auto block = static_cast<std::uint8_t>(c);
      if (!needs_block(context, remaining, state, block, location)) {
        context.block(state, block, location) = {};
      }
      if (context.l1 && !remaining.block_reads(block, location)) {
        context.line(state, block, location) = {};
      }
    }
    if (!needs_gpu(context, remaining, location)) state.gpu[location] = {};
  }
}

}  // namespace opexplore::gpu_scoped
