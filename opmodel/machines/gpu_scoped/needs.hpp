// Who needs whom in one state of `gpu-scoped` (opmodel/queues/agents.hpp).
#pragma once

#include "opmodel/machines/gpu_scoped/rules.hpp"
#include "opmodel/queues/standing.hpp"

namespace opexplore::gpu_scoped {

using queue_model::Agent;
using queue_model::AgentKind;
using queue_model::AgentSet;

/// \name Agents.
/// @{
inline Agent access_agent(ThreadId thread, LocationId location) {
  return {AgentKind::access, static_cast<std::uint8_t>(thread), location};
}
inline Agent publish_agent(ThreadId thread, LocationId location) {
  return {AgentKind::publish, static_cast<std::uint8_t>(thread), location};
}
inline Agent send_agent(std::uint8_t block, LocationId location) {
  return {AgentKind::send, block, location};
}
inline Agent refresh_agent(ThreadId thread) {
  return {AgentKind::refresh_thread, static_cast<std::uint8_t>(thread), 0};
}
inline Agent refresh_block_agent(std::uint8_t block) {
  return {AgentKind::refresh_block, block, 0};
}
inline Agent fence_agent(ThreadId thread) {
  return {AgentKind::fence, static_cast<std::uint8_t>(thread), 0};
}
/// @}

class NeedsIn {
 public:
  /// Whether the thread has to load what its view has now, so that nobody else matters to the load.
  using HasToLoadNow = FunctionRef<bool(ThreadId, std::size_t entry)>;

  /// Keeps references to all.
  NeedsIn(const Context& context, const State& state, HasToLoadNow has_to_load_now);

  void operator()(const Agent& agent, AgentSet& set) const;

 private:
  const Cell& view(ThreadId thread, LocationId location) const {
    return context_.view(state_, thread, location);
  }
  const Cell& memory(std::uint8_t block, LocationId location) const {
    return context_.block(state_, block, location);
  }
  std::uint8_t block_of(ThreadId thread) const { return context_.plan().block(thread); }
  bool may_read(ThreadId thread, LocationId location) const {
    return (standings_[thread].reads() & queue_model::location_bit(location)) != 0;
  }
  bool may_write(ThreadId thread, LocationId location) const {
    return (standings_[thread].writes() & queue_model::location_bit(location)) != 0;
  }
  bool block_may_read(std::uint8_t block, LocationId location) const;
  bool is_stale(ThreadId thread, LocationId location) const;
  bool is_block_stale(std::uint8_t block, LocationId location) const;

  void add_writers(ThreadId thread, LocationId location, AgentSet& set) const;
  void add_writers_of_gpu(std::uint8_t except, LocationId location, AgentSet& set) const;
  void add_writers_of_block(ThreadId except, LocationId location, AgentSet& set) const;
  void add_readers_of_block(ThreadId except, LocationId location, AgentSet& set) const;
  void add_readers_of_gpu(std::uint8_t except, LocationId location, AgentSet& set) const;

  void of_accesses(ThreadId thread, LocationId location, AgentSet& set) const;
  void of_load(ThreadId thread, std::size_t entry, LocationId location, AgentSet& set) const;
  void of_atomic(ThreadId thread, LocationId location, AgentSet& set) const;
  void of_publish(ThreadId thread, LocationId location, AgentSet& set) const;
  void of_send(std::uint8_t block, LocationId location, AgentSet& set) const;
  void of_refresh_thread(ThreadId thread, AgentSet& set) const;
  void of_refresh_block(std::uint8_t block, AgentSet& set) const;
  void of_fence(ThreadId thread, AgentSet& set) const;
  void of_membar_cta(ThreadId thread, AgentSet& set) const;
  void of_membar_gl(ThreadId thread, AgentSet& set) const;

  template <class Use>
  void for_each_location(Use&& use) const {
    for (std::size_t a = 0; a < context_.locations(); ++a) use(static_cast<LocationId>(a));
  }
  template <class Use>
  void for_each_mate(ThreadId thread, Use&& use) const {
    for_each_member(block_of(thread), [&](ThreadId other) {
      if (other != thread) use(other);
    });
  }
  template <class Use>
  void for_each_member(std::uint8_t block, Use&& use) const {
    for (ThreadMask left = context_.plan().members(block); left != 0; left &= left - 1) {
      use(static_cast<ThreadId>(std::countr_zero(left)));
    }
  }
  template <class Use>
  void for_each_other_block(std::uint8_t block, Use&& use) const {
    for (std::size_t c = 0; c < context_.plan().blocks(); ++c) {
      if (c != block) use(static_cast<std::uint8_t>(c));
    }
  }

  const Context& context_;
  const State& state_;
  HasToLoadNow has_to_load_now_;
  queue_model::Standings standings_;
};

}  // namespace opexplore::gpu_scoped
