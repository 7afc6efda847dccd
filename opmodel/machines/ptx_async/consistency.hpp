// The axioms of an execution (PTX ISA 9.4, 8.10), but for those that hold by the way in which
// executions grow: nothing is read before it was written.
#pragma once

#include <vector>

#include "opmodel/machines/ptx_async/causality.hpp"

namespace opexplore::ptx_async {

/// Coherence as far as it is decided: what causality orders, and the choices of writes.
class Consistency {
 public:
  Consistency(const Context& context, const State& state);

  /// Whether all axioms hold.
  bool holds() const;

  /// Behind each write those that follow it in coherence.
  const Rows& coherence() const { return coherence_; }
  /// The writes of the location that none follows.
  std::vector<EventId> last_writes(LocationId location) const;
  const Causality& causality() const { return causality_; }

 private:
  const Event& at(EventId id) const { return state_.events[id]; }
  bool follows_read(EventId read, EventId write) const;
  bool is_acyclic() const;
  bool is_atomic(const std::vector<EventId>& accesses, EventId update) const;
  bool keeps_causality(const std::vector<EventId>& accesses) const;
  bool is_sc_per_location(const std::vector<EventId>& accesses) const;
  bool keeps_fence_order() const;

  const Context& context_;
  const State& state_;
  Causality causality_;
  Rows coherence_;
};

}  // namespace opexplore::ptx_async
