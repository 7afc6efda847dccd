// Causality of an execution (PTX ISA 9.4, 8.9.5 and 8.9.6): base causality as far as the proxies on
// the way hand it on. README.md has the rules for those that chapter 8 has no clause for.
#pragma once

#include <vector>

#include "opmodel/machines/ptx_async/base_order.hpp"

namespace opexplore::ptx_async {

/// Computed once of an execution; keeps references to the arguments.
class Causality {
 public:
  Causality(const Context& context, const State& state);

  const BaseOrder& base() const { return base_; }

  /// Accesses to the location that are done.
  const std::vector<EventId>& accesses(LocationId location) const { return accesses_[location]; }

  /// Behind each access those to its location that it is before in causality order; of an update as
  /// the write that it is.
  const EventSet& causes(EventId event) const { return causes_[event]; }
  /// The same of an access as the read that it is: not through what observes a write.
  const EventSet& causes_of_read(EventId event) const { return preserved_[event]; }

  /// Of the operations on tensor memory, by the events of their instructions.
  const Rows& tensor_order() const { return tensors_; }

  /// Whether an operation on an mbarrier is behind its initialisation for sure.
  bool is_published(EventId init, EventId operation) const;

 private:
  // An access on the way to another one, and what base causality is for their location.
  struct Way {
    EventId x = no_event;
    EventId y = no_event;
    EventId anchor = no_event;  // of y
    const Rows& before;
    EventSet known;  // where x is known to the generic proxy, by the name that y uses
  };

  const Event& at(EventId id) const { return base_.at(id); }
  bool is_preserved(EventId x, EventId y) const;
  bool is_ordered_as_tensor(EventId x, EventId y) const;
  EventSet known(EventId x, EventId y, const Rows& before) const;
  EventSet past_alias(EventId x, const EventSet& known, const Rows& before) const;
  bool stands_right(EventId fence, EventId generic, EventId asynchronous) const;
  bool covers(EventId fence, EventId access) const;
  bool ends_behind(const Way& way, EventId fence) const;
  bool to_asynchronous(const Way& way) const;
  bool releases_own_read(const Way& way, EventId fence) const;
  bool by_halves(const Way& way) const;
  bool by_one_half(const Way& way) const;
  bool to_tensormap(const Way& way) const;
  bool to_cached(const Way& way) const;
  bool behind_grid(const Way& way) const;
  bool same_domain(const Event& a, const Event& b) const;
  const AsynchronousFence* half(EventId fence, AsynchronousFence::Kind kind) const;
  void find_causes();

  const Context& context_;
  const State& state_;
  BaseOrder base_;
  std::vector<std::vector<EventId>> accesses_;
  Rows tensors_;  // the order of operations on tensor memory, by the events of their instructions
  Rows preserved_;
  Rows causes_;
};

}  // namespace opexplore::ptx_async
