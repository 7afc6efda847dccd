// Base causality of an execution (PTX ISA 9.4, 8.9.3 and 8.9.5): who synchronises with whom, and
// where what runs on by itself is known to have completed.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "opmodel/machines/ptx_async/context.hpp"

namespace opexplore::ptx_async {

/// Program order, among events of threads.
bool in_program_order(const State& state, EventId a, EventId b);

/// In program order, or strong with scopes that include each other's thread; by one proxy; on one
/// address if they access memory (8.7).
bool morally_strong(const Context& context, const State& state, EventId a, EventId b);

/// Computed once of an execution; keeps references to both arguments.
class BaseOrder {
 public:
  BaseOrder(const Context& context, const State& state);

  const Event& at(EventId id) const { return state_.events[id]; }
  std::size_t count() const { return state_.events.size(); }
  /// The fences of the execution, of any kind.
  const std::vector<EventId>& fences() const { return fences_; }

  bool in_program_order(EventId a, EventId b) const {
    return ptx_async::in_program_order(state_, a, b);
  }
  bool morally_strong(EventId a, EventId b) const {
    return ptx_async::morally_strong(context_, state_, a, b);
  }

  /// The event of its thread behind whose past an event comes (8.9.1.1): itself, or of an
  /// asynchronous one its instruction's; of a matrix operation the last `wgmma.fence`, or none.
  EventId anchor(EventId event) const;

  /// Program order and synchronisation, closed; as the location sees it, for some fences are for
  /// some locations alone.
  const Rows& base(LocationId location) const { return of_location(base_, base_of_, location); }
  /// The same, also through fences of one proxy against another that have two halves.
  const Rows& reach(LocationId location) const { return of_location(reach_, reach_of_, location); }

  /// Which events of threads come before which in execution (9.7.16.6.3): the same as base
  /// causality, and what observes a strong write or an arrival, relaxed too.
  Rows execution() const;

  /// Behind an asynchronous event the thread events at which it is known to have completed.
  const EventSet& completions(EventId event) const { return completions_[event]; }

  /// What the initialisation of an mbarrier hands on through `fence.mbarrier_init`: the acquires
  /// that it reaches.
  EventSet published_by_fence(EventId init) const;

 private:
  struct Edge {
    EventId from = no_event;
    EventId to = no_event;
  };

  static const Rows& of_location(const Rows& all, const std::vector<Rows>& each,
                                 LocationId location) {
    return each.empty() ? all : each[location];
  }

  bool mutual(EventId a, EventId b) const;
  void sort_events();
  void add_barrier_edges();
  void add_grid_edges(EventId control);
  void add_observations();
  std::vector<EventId> carriers(EventId observer) const;
  std::vector<EventId> heads(EventId carrier) const;
  std::vector<EventId> tails(EventId observer) const;
  EventId place_in_thread(EventId event) const;
  bool arrives_before(EventId event, EventId carrier) const;
  bool hands_on(EventId head, EventId tail) const;
  void add_execution(EventId carrier, EventId observer);
  bool opens_half(EventId fence, AsynchronousFence::Kind kind) const;
  void add_halves(EventId carrier, EventId observer);
  bool is_restricted(EventId fence) const;
  bool admits(const Edge& edge, LocationId location) const;
  Rows closed(std::optional<LocationId> location, const std::vector<Edge>& more = {}) const;

  const Context& context_;
  const State& state_;
  std::vector<std::vector<EventId>> threads_;  // in program order
  std::vector<EventId> fences_;
  std::vector<EventId> observers_;  // strong reads, waits of mbarriers and clusters
  std::vector<Edge> edges_;
  std::vector<Edge> halves_;
  std::vector<Edge> seen_;  // what observes a strong write or an arrival, of threads
  bool has_restricted_ = false;
  Rows base_;
  Rows reach_;
  std::vector<Rows> base_of_;
  std::vector<Rows> reach_of_;
  Rows completions_;
};

}  // namespace opexplore::ptx_async
