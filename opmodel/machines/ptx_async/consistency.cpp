#include "opmodel/machines/ptx_async/consistency.hpp"

#include <algorithm>

#include "opmodel/instruction.hpp"
#include "opmodel/machines/ptx_async/tensor_order.hpp"

namespace opexplore::ptx_async {

namespace {

void close(Rows& rows) {
  for (std::size_t over = 0; over < rows.size(); ++over) {
    if (rows[over].empty()) continue;
    for (EventSet& row : rows) {
      if (row.contains(over)) row |= rows[over];
    }
  }
}

}  // namespace

Consistency::Consistency(const Context& context, const State& state)
    : context_(context),
      state_(state),
      causality_(context, state),
      coherence_(state.events.size()) {
  for (std::size_t l = 0; l < context.program().locations.size(); ++l) {
    for (const EventId write : causality_.accesses(static_cast<LocationId>(l))) {
      if (!at(write).wrote) continue;
      at(write).before.for_each(
          [&](std::size_t earlier) { coherence_[earlier] |= EventSet::of(write); });
      causality_.causes(write).for_each([&](std::size_t later) {
        if (state.events[later].wrote) coherence_[write] |= EventSet::of(later);
      });
    }
  }
  close(coherence_);
}

bool Consistency::holds() const {
  if (!is_acyclic() || !keeps_fence_order()) return false;
  if (context_.has_tensors() && !keeps_tensor_order(context_, state_, causality_.tensor_order())) {
    return false;
  }
  for (std::size_t l = 0; l < context_.program().locations.size(); ++l) {
    const std::vector<EventId>& accesses = causality_.accesses(static_cast<LocationId>(l));
    if (!keeps_causality(accesses) || !is_sc_per_location(accesses)) return false;
    for (const EventId event : accesses) {
      if (at(event).has_read() && at(event).wrote && !is_atomic(accesses, event)) return false;
    }
  }
  return true;
}

// Coherence is an order; Coherence (8.10.1) and the choice for morally strong writes are in it.
bool Consistency::is_acyclic() const {
  for (std::size_t i = 0; i < coherence_.size(); ++i) {
    if (coherence_[i].contains(i)) return false;
  }
  return true;
}

// From-read: the write comes in coherence behind the one that was read.
bool Consistency::follows_read(EventId read, EventId write) const {
  const EventId source = at(read).reads_from;
  return at(read).has_read() && at(write).wrote && source != write &&
         (source == no_event || coherence_[source].contains(write));
}

// Atomicity (8.10.3).
bool Consistency::is_atomic(const std::vector<EventId>& accesses, EventId update) const {
  const BaseOrder& base = causality_.base();
  return std::ranges::none_of(accesses, [&](EventId write) {
    return write != update && follows_read(update, write) && coherence_[write].contains(update) &&
           base.morally_strong(update, write);
  });
}

// Causality (8.10.6): no read takes what causality hides.
bool Consistency::keeps_causality(const std::vector<EventId>& accesses) const {
  for (const EventId read : accesses) {
    if (!at(read).has_read()) continue;
    const EventId source = at(read).reads_from;
    if (source != no_event && causality_.causes_of_read(read).contains(source)) return false;
    for (const EventId write : accesses) {
      if (write != read && causality_.causes(write).contains(read) && follows_read(read, write)) {
        return false;
      }
    }
  }
  return true;
}

// SC-per-Location (8.10.5): morally strong communication and program order on one address.
bool Consistency::is_sc_per_location(const std::vector<EventId>& accesses) const {
  const BaseOrder& base = causality_.base();
  Rows rows(state_.events.size());
  const auto add = [&](EventId from, EventId to) { rows[from] |= EventSet::of(to); };
  for (const EventId one : accesses) {
    for (const EventId other : accesses) {
      if (one == other) continue;
      const bool communicates = at(other).reads_from == one && at(other).has_read();
      const bool ordered = communicates || follows_read(one, other) ||
                           (at(one).wrote && coherence_[one].contains(other));
      if (ordered && base.morally_strong(one, other)) add(one, other);
      if (base.in_program_order(one, other) && at(one).address == at(other).address) {
        add(one, other);
      }
    }
  }
  close(rows);
  return std::ranges::none_of(accesses, [&](EventId event) { return rows[event].contains(event); });
}

// Fence-SC (8.10.2): their order contradicts no base causality.
bool Consistency::keeps_fence_order() const {
  const BaseOrder& base = causality_.base();
  for (const EventId fence : base.fences()) {
    bool contradicts = false;
    at(fence).before.for_each([&](std::size_t earlier) {
      contradicts = contradicts || base.base(0)[fence].contains(earlier);
    });
    if (contradicts) return false;
  }
  return true;
}

std::vector<EventId> Consistency::last_writes(LocationId location) const {
  std::vector<EventId> result;
  for (const EventId write : causality_.accesses(location)) {
    if (at(write).wrote && coherence_[write].empty()) result.push_back(write);
  }
  return result;
}

}  // namespace opexplore::ptx_async
