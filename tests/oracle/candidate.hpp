// What the PTX definitions say of one choice of path per thread, whatever the reads read.
#pragma once

#include <vector>

#include "axioms/skeleton.hpp"
#include "tests/oracle/axiomatic.hpp"

namespace opexplore::oracle {

using axioms::event_bit;
using axioms::EventIndex;
using axioms::EventSet;
using axioms::for_each_event;
using axioms::no_thread;
using axioms::PathEvent;
using axioms::ReadsFrom;
using axioms::Relation;
using axioms::Values;
using Event = axioms::GraphEvent;

/// A skeleton with the relations of the PTX model. Under 6.0 there are no proxies, and all
/// names of a location are one virtual address.
struct Candidate : axioms::Skeleton {
  Candidate(const Program& test_program, const Model& chosen_model,
            std::vector<const axioms::Path*> chosen_paths);

  const Model& model;
  EventSet fences_sc = 0;
  EventSet generic = 0;  ///< memory events through the generic proxy
  Relation same_proxy;
  Relation morally_strong;
  Relation location_order;  ///< program order of accesses to one virtual address
  Relation dependency;      ///< address, data, control
  Relation release;         ///< release patterns: from the first event to the write
  Relation acquire;         ///< acquire patterns: from the read to the last event

 private:
  void forget_proxies();
  void relate_strength();
  void relate_patterns();
  bool strong_pair(EventIndex a, EventIndex b) const;
  bool starts_release(const PathEvent& what) const;
  bool ends_acquire(const PathEvent& what) const;
};

}  // namespace opexplore::oracle
