#include "opmodel/machines/gpu_scoped/needs.hpp"

namespace opexplore::gpu_scoped {

NeedsIn::NeedsIn(const Context& context, const State& state, HasToLoadNow has_to_load_now)
    : context_(context), state_(state), has_to_load_now_(has_to_load_now) {
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    standings_.emplace_back(context.queues, static_cast<ThreadId>(t), state.threads[t]);
  }
}

void NeedsIn::operator()(const Agent& agent, AgentSet& set) const {
  switch (agent.kind) {
    case AgentKind::access:
      return of_accesses(agent.owner, agent.location, set);
    case AgentKind::publish:
      if (may_write(agent.owner, agent.location)) {
        set.add(access_agent(agent.owner, agent.location));
      }
      return of_publish(agent.owner, agent.location, set);
    case AgentKind::send:
      return of_send(agent.owner, agent.location, set);
    case AgentKind::refresh_thread:
      return of_refresh_thread(agent.owner, set);
    case AgentKind::refresh_block:
      return of_refresh_block(agent.owner, set);
    case AgentKind::fence:
      return of_fence(agent.owner, set);
  }
}

bool NeedsIn::block_may_read(std::uint8_t block, LocationId location) const {
  bool result = false;
  for_each_member(block, [&](ThreadId thread) { result = result || may_read(thread, location); });
  return result;
}

// Whether a refresh would change what the thread will look at.
bool NeedsIn::is_stale(ThreadId thread, LocationId location) const {
  const Cell& mine = view(thread, location);
  return may_read(thread, location) && !mine.flag &&
         mine != without_flag(memory(block_of(thread), location));
}
bool NeedsIn::is_block_stale(std::uint8_t block, LocationId location) const {
  const Cell& mine = memory(block, location);
  return block_may_read(block, location) && !context_.plan().is_shared(location) && !mine.flag &&
         mine != state_.gpu[location];
}

// Whatever makes the thread's block get a value of this thread. What a fence publishes, sends and
// refreshes can be done before it, step by step, so fences are not among those who write.
void NeedsIn::add_writers(ThreadId thread, LocationId location, AgentSet& set) const {
  if (view(thread, location).flag) set.add(publish_agent(thread, location));
  if (may_write(thread, location)) set.add(access_agent(thread, location));
}

// Whatever makes the GPU get a value of another block.
void NeedsIn::add_writers_of_gpu(std::uint8_t except, LocationId location, AgentSet& set) const {
  if (context_.plan().is_shared(location)) return;
  for_each_other_block(except, [&](std::uint8_t block) {
    if (memory(block, location).flag) set.add(send_agent(block, location));
    for_each_member(block, [&](ThreadId thread) { add_writers(thread, location, set); });
  });
}

// Whatever changes what the thread's block has, other than the thread itself.
void NeedsIn::add_writers_of_block(ThreadId except, LocationId location, AgentSet& set) const {
  const std::uint8_t block = block_of(except);
  if (is_block_stale(block, location)) set.add(refresh_block_agent(block));
  for_each_mate(except, [&](ThreadId thread) { add_writers(thread, location, set); });
  add_writers_of_gpu(block, location, set);
}

// Who takes what the thread's block has, other than the thread itself. A membar.gl also sends it.
void NeedsIn::add_readers_of_block(ThreadId except, LocationId location, AgentSet& set) const {
  for_each_mate(except, [&](ThreadId thread) {
    if (may_read(thread, location)) set.add(refresh_agent(thread));
    if (standings_[thread].has_fence()) set.add(fence_agent(thread));
  });
}

void NeedsIn::add_readers_of_gpu(std::uint8_t except, LocationId location, AgentSet& set) const {
  for_each_other_block(except, [&](std::uint8_t block) {
    if (!block_may_read(block, location)) return;
    set.add(refresh_block_agent(block));
    for_each_member(block, [&](ThreadId thread) {
      if (standings_[thread].has_membar_gl()) set.add(fence_agent(thread));
    });
  });
}

// A store changes its thread's view alone: it can only come too early for what the thread still has
// to publish.
void NeedsIn::of_accesses(ThreadId thread, LocationId location, AgentSet& set) const {
  const ThreadState& mine = state_.threads[thread];
  standings_[thread].before_access(location, set);
  standings_[thread].for_each_access(location, [&](std::size_t e) {
    switch (context_.queues.planned(thread, mine.pending[e]).kind) {
      case Kind::load:
        return of_load(thread, e, location, set);
      case Kind::atomic:
        return of_atomic(thread, location, set);
      default:
        if (view(thread, location).flag) set.add(publish_agent(thread, location));
    }
  });
}

// Nobody minds what a dead load takes.
void NeedsIn::of_load(ThreadId thread, std::size_t entry, LocationId location,
                      AgentSet& set) const {
  if (!state_.threads[thread].pending[entry].awaited) return;
  if (has_to_load_now_(thread, entry)) return;
  if (is_stale(thread, location)) set.add(refresh_agent(thread));
  add_writers_of_block(thread, location, set);
}

// At the last level: it is read and written there, and in between. First what its thread and its
// block owe has to be gone.
void NeedsIn::of_atomic(ThreadId thread, LocationId location, AgentSet& set) const {
  const std::uint8_t block = block_of(thread);
  if (view(thread, location).flag) set.add(publish_agent(thread, location));
  if (memory(block, location).flag) set.add(send_agent(block, location));
  add_writers_of_block(thread, location, set);
  add_readers_of_block(thread, location, set);
  add_readers_of_gpu(block, location, set);
}

// What others of the block have published, will publish, or take from it.
void NeedsIn::of_publish(ThreadId thread, LocationId location, AgentSet& set) const {
  const std::uint8_t block = block_of(thread);
  if (memory(block, location).flag) set.add(send_agent(block, location));
  for_each_mate(thread, [&](ThreadId other) { add_writers(other, location, set); });
  add_readers_of_block(thread, location, set);
}

// Fences of the block send it, too: one that comes later has less to send.
void NeedsIn::of_send(std::uint8_t block, LocationId location, AgentSet& set) const {
  for_each_member(block, [&](ThreadId thread) { add_writers(thread, location, set); });
  add_writers_of_gpu(block, location, set);
  add_readers_of_gpu(block, location, set);
}

// All that the thread will look at is taken at once. A refresh that has nothing to take yet waits
// for those who change that.
void NeedsIn::of_refresh_thread(ThreadId thread, AgentSet& set) const {
  for_each_location([&](LocationId location) {
    if (!may_read(thread, location)) return;
    add_writers_of_block(thread, location, set);
    if (is_stale(thread, location)) set.add(access_agent(thread, location));
  });
}

void NeedsIn::of_refresh_block(std::uint8_t block, AgentSet& set) const {
  for_each_location([&](LocationId location) {
    if (!block_may_read(block, location)) return;
    add_writers_of_gpu(block, location, set);
    if (!is_block_stale(block, location)) return;
    for_each_member(block, [&](ThreadId thread) {
      if (!may_read(thread, location)) return;
      set.add(refresh_agent(thread));
      if (standings_[thread].has_membar_cta()) set.add(fence_agent(thread));
    });
  });
}

// A fence that can leave is all that it publishes, sends and refreshes; what it has not refreshed
// yet, because it came early, can be refreshed after it.
void NeedsIn::of_fence(ThreadId thread, AgentSet& set) const {
  const ThreadState& mine = state_.threads[thread];
  const auto fence = standings_[thread].fence();
  const bool gl =
      fence && context_.queues.planned(thread, mine.pending[*fence]).kind == Kind::membar_gl;
  const auto blocks = [&](const Pending& older) {
    return gl || !older.out ||
           context_.plan().is_shared(context_.queues.planned(thread, older).location);
  };
  if (!standings_[thread].before_fence(blocks, set)) return;
  for_each_location([&](LocationId location) {
    if (view(thread, location).flag) of_publish(thread, location, set);
  });
  gl ? of_membar_gl(thread, set) : of_membar_cta(thread, set);
}

// Loads in the array cross.
void NeedsIn::of_membar_cta(ThreadId thread, AgentSet& set) const {
  for (const Pending& entry : state_.threads[thread].pending) {
    if (!entry.out || !entry.awaited) continue;
    set.add(access_agent(thread, context_.queues.planned(thread, entry).location));
  }
}

// It sends what its block owes, and refreshes the block.
void NeedsIn::of_membar_gl(ThreadId thread, AgentSet& set) const {
  const std::uint8_t block = block_of(thread);
  for_each_location([&](LocationId location) {
    if (context_.plan().is_shared(location)) return;
    if (view(thread, location).flag || memory(block, location).flag) {
      of_send(block, location, set);
    }
    if (is_block_stale(block, location)) add_readers_of_block(thread, location, set);
  });
}

}  // namespace opexplore::gpu_scoped
