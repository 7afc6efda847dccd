// Coherence orders of one location, and the axioms that speak of one location.
//
// Each of these axioms relates events of a single location, so locations are decided
// one by one and the final values of different locations combine freely.
#pragma once

#include "tests/oracle/candidate.hpp"

namespace opexplore::oracle {

/// Decides one location of an execution.
class LocationOrders {
 public:
  /// `cause` is the causality order; reads not decided constrain nothing.
  LocationOrders(const Candidate& candidate, LocationId location, const ReadsFrom& reads_from,
                 const Relation& cause);

  /// Whether the edges that causality forces break no axiom. False is final: no further
  /// choice repairs it.
  bool feasible() const { return feasible_; }

  /// Tries every orientation of the morally strong pairs of writes. Returns the writes
  /// that are coherence-maximal in some allowed order; empty if no order is allowed.
  /// Stops at the first allowed order unless `all`.
  EventSet final_writes(bool all) const;

 private:
  bool consistent(const Relation& order) const;
  bool atomic(const Relation& order) const;
  bool per_location(const Relation& order) const;
  void extend(const Relation& order, bool all, EventSet& maximal) const;
  static void add_transitively(Relation& order, EventIndex a, EventIndex b);

  const Candidate& candidate_;
  const ReadsFrom& reads_from_;
  EventSet writes_ = 0;
  EventSet reads_ = 0;  // decided ones
  Relation caused_by_;  // inverse of causality
  Relation forced_;     // least coherence order
  bool feasible_ = false;
};

}  // namespace opexplore::oracle
