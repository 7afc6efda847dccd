#include "tests/oracle/coherence.hpp"

namespace opexplore::oracle {

LocationOrders::LocationOrders(const Candidate& candidate, LocationId location,
                               const ReadsFrom& reads_from, const Relation& cause)
    : candidate_(candidate), reads_from_(reads_from), forced_(candidate.size()) {
  const EventIndex init = location;  // initial writes come first
  const EventSet here = candidate.same_location.row(init);
  writes_ = here & candidate.writes;
  for_each_event(here & candidate.reads, [&](EventIndex r) {
    if (reads_from[r]) reads_ |= event_bit(r);
  });
  caused_by_ = cause.inverse();
  forced_.row(init) = writes_ & ~event_bit(init);
  // Coherence: [W];cause;[W] of one location is contained in co.
  for_each_event(writes_, [&](EventIndex w) { forced_.row(w) |= cause.row(w) & writes_; });
  forced_ = forced_.closure();
  feasible_ = consistent(forced_);
}

bool LocationOrders::consistent(const Relation& order) const {
  if (!order.is_irreflexive()) return false;
  bool caused = true;
  for_each_event(reads_, [&](EventIndex r) {
    // Causality: neither rf;cause nor fr;cause has a cycle.
    const EventIndex source = *reads_from_[r];
    if (caused_by_.has(source, r)) caused = false;
    if ((order.row(source) & caused_by_.row(r)) != 0) caused = false;
  });
  return caused && atomic(order) && (!candidate_.model.sc_per_location || per_location(order));
}

// Atomicity: ((ms ∩ fr);(ms ∩ co)) ∩ rmw is empty.
bool LocationOrders::atomic(const Relation& order) const {
  bool result = true;
  for_each_event(reads_, [&](EventIndex r) {
    const EventSet between = order.row(*reads_from_[r]) & candidate_.morally_strong.row(r);
    for_each_event(candidate_.rmw.row(r), [&](EventIndex w) {
      for_each_event(between & candidate_.morally_strong.row(w), [&](EventIndex x) {
        if (order.has(x, w)) result = false;
      });
    });
  });
  return result;
}

// SC-per-Location: (ms ∩ (rf ∪ co ∪ fr)) ∪ po-loc has no cycle.
bool LocationOrders::per_location(const Relation& order) const {
  Relation edges(candidate_.size());
  for_each_event(writes_, [&](EventIndex w) {
    edges.row(w) = order.row(w) & candidate_.morally_strong.row(w);
  });
  for_each_event(reads_, [&](EventIndex r) {
    const EventIndex source = *reads_from_[r];
    if (candidate_.morally_strong.has(source, r)) edges.add(source, r);
    edges.row(r) |= order.row(source) & candidate_.morally_strong.row(r);
  });
  for_each_event(writes_ | reads_, [&](EventIndex e) {
    edges.row(e) |= candidate_.location_order.row(e) & (writes_ | reads_);
  });
  return edges.is_acyclic();
}

EventSet LocationOrders::final_writes(bool all) const {
  EventSet maximal = 0;
  if (feasible_) extend(forced_, all, maximal);
  return maximal;
}

void LocationOrders::add_transitively(Relation& order, EventIndex a, EventIndex b) {
  const EventSet after = order.row(b) | event_bit(b);
  for (EventIndex e = 0; e < order.size(); ++e) {
    if (e == a || order.has(e, a)) order.row(e) |= after;
  }
}

// Precondition: order is transitive and consistent.
void LocationOrders::extend(const Relation& order, bool all, EventSet& maximal) const {
  if (maximal != 0 && (!all || maximal == writes_)) return;
  for (EventSet left = writes_; left != 0; left &= left - 1) {
    const auto a = static_cast<EventIndex>(std::countr_zero(left));
    EventSet undecided = candidate_.morally_strong.row(a) & writes_ & ~order.row(a);
    for (; undecided != 0; undecided &= undecided - 1) {
      const auto b = static_cast<EventIndex>(std::countr_zero(undecided));
      if (order.has(b, a)) continue;
      for (const bool forward : {true, false}) {
        Relation next = order;
        add_transitively(next, forward ? a : b, forward ? b : a);
        if (consistent(next)) extend(next, all, maximal);
      }
      return;
    }
  }
  for_each_event(writes_, [&](EventIndex w) {
    if ((order.row(w) & writes_) == 0) maximal |= event_bit(w);
  });
}

}  // namespace opexplore::oracle
