// Where a thread stands in its queues: what it may still do, and what has to come before. Of
// settled threads alone.
#pragma once

#include <optional>

#include "opmodel/queues/agents.hpp"
#include "opmodel/queues/queues.hpp"

namespace opexplore::queue_model {

class Standing {
 public:
  /// Keeps references to both.
  Standing(const Queues& queues, ThreadId thread, const ThreadState& state);

  LocationSet reads() const { return reads_; }
  LocationSet writes() const { return writes_; }
  /// Fences that may still come, pending ones included.
  bool has_fence() const { return has_membar_gl() || has_membar_cta(); }
  bool has_membar_gl() const { return membar_gl_; }
  bool has_membar_cta() const { return membar_cta_; }
  /// The first pending fence.
  std::optional<std::size_t> fence() const { return fence_; }

  /// Calls use(entry) for the pending accesses to the location with no fence before them.
  template <class Use>
  void for_each_access(LocationId location, Use&& use) const {
    const std::size_t end = fence_.value_or(state_.pending.size());
    for (std::size_t e = 0; e < end; ++e) {
      if (queues_.planned(thread_, state_.pending[e]).location == location) use(e);
    }
  }

  /// Adds what has to act before accesses to the location other than those, unless these have to.
  void before_access(LocationId location, AgentSet& set) const;
  /// Adds what has to act before the first fence, of which `blocks` says which older entries it
  /// waits for. Returns whether there is nothing that it waits for.
  bool before_fence(FunctionRef<bool(const Pending&)> blocks, AgentSet& set) const;

 private:
  Agent access(LocationId location) const { return {AgentKind::access, owner(), location}; }
  Agent access(const Pending& entry) const {
    return access(queues_.planned(thread_, entry).location);
  }
  std::uint8_t owner() const { return static_cast<std::uint8_t>(thread_); }
  void before_issue(AgentSet& set) const;

  const Queues& queues_;
  ThreadId thread_;
  const ThreadState& state_;
  LocationSet reads_, writes_;
  bool membar_gl_, membar_cta_;
  std::optional<std::size_t> fence_;
};

/// Where all threads stand.
using Standings = SmallVector<Standing, 4>;

}  // namespace opexplore::queue_model
