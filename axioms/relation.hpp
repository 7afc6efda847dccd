// Binary relations over at most 64 events as rows of bits.
//
// Invariant: no row names an event at or beyond size().
//
// WART: model-bounds. Executions with more events are left out.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace opexplore::axioms {

/// A set of events, one bit each.
using EventSet = std::uint64_t;

/// Index of an event in its candidate execution.
using EventIndex = std::size_t;

/// The most events of one candidate execution, initial writes included.
inline constexpr std::size_t max_events = 64;

/// The set that holds this event alone.
constexpr EventSet event_bit(EventIndex event) { return EventSet{1} << event; }

/// Calls visit(event) for every event of the set, in increasing order.
template <class Visit>
void for_each_event(EventSet events, Visit&& visit) {
  for (; events != 0; events &= events - 1) {
    visit(static_cast<EventIndex>(std::countr_zero(events)));
  }
}

/// A relation; row(a) holds all b with (a, b) in it.
class Relation {
 public:
  /// The empty relation over that many events.
  explicit Relation(std::size_t size = 0) : size_(size) {}

  std::size_t size() const { return size_; }
  EventSet row(EventIndex a) const { return rows_[a]; }
  EventSet& row(EventIndex a) { return rows_[a]; }
  std::span<const EventSet> rows() const { return {rows_.data(), size_}; }
  bool has(EventIndex a, EventIndex b) const { return (rows_[a] & event_bit(b)) != 0; }
  void add(EventIndex a, EventIndex b) { rows_[a] |= event_bit(b); }

  Relation& operator|=(const Relation& other) {
    for (EventIndex a = 0; a < size_; ++a) rows_[a] |= other.rows_[a];
    return *this;
  }
  Relation& operator&=(const Relation& other) {
    for (EventIndex a = 0; a < size_; ++a) rows_[a] &= other.rows_[a];
    return *this;
  }
  friend Relation operator|(Relation a, const Relation& b) { return a |= b; }
  friend Relation operator&(Relation a, const Relation& b) { return a &= b; }

  /// All b that some member of `from` is related to.
  EventSet image(EventSet from) const {
    EventSet result = 0;
    for_each_event(from, [&](EventIndex a) { result |= rows_[a]; });
    return result;
  }

  /// Composition: first this, then `next`.
  Relation then(const Relation& next) const {
    Relation result(size_);
    for (EventIndex a = 0; a < size_; ++a) result.rows_[a] = next.image(rows_[a]);
    return result;
  }

  Relation inverse() const {
    Relation result(size_);
    for (EventIndex a = 0; a < size_; ++a) {
      for_each_event(rows_[a], [&](EventIndex b) { result.add(b, a); });
    }
    return result;
  }

  /// The transitive closure (Warshall).
  Relation closure() const {
    Relation result = *this;
    for (EventIndex middle = 0; middle < size_; ++middle) {
      const EventSet reached = result.rows_[middle];
      if (reached == 0) continue;
      for (EventIndex a = 0; a < size_; ++a) {
        if (result.has(a, middle)) result.rows_[a] |= reached;
      }
    }
    return result;
  }

  /// The union with the identity.
  Relation reflexive() const {
    Relation result = *this;
    for (EventIndex a = 0; a < size_; ++a) result.add(a, a);
    return result;
  }

  bool is_irreflexive() const {
    for (EventIndex a = 0; a < size_; ++a) {
      if (has(a, a)) return false;
    }
    return true;
  }

  bool is_acyclic() const { return closure().is_irreflexive(); }

 private:
  std::array<EventSet, max_events> rows_{};
  std::size_t size_ = 0;
};

}  // namespace opexplore::axioms
