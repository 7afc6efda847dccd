// propagate — memory brings the last writes of a location to a thread, which reads and places
// nothing before them from then on.
//
// Lahav, Namakonov, Oberhauser, Podkopaev, Vafeiadis, Making Weak Memory Models Fair (OOPSLA 2021):
// in an infinite execution each write has finitely many reads of older writes, and finitely many
// writes before it in coherence. So for each thread and each write there comes a time from which on
// the thread neither reads what the write overwrites nor puts a write of its own before it. A step
// of this rule is such a time.
//
//   t may still access x      last = the writes to x that no write follows in coherence
//   -----------------------------------------------------------------------------------
//   floor(t) := floor(t) ∪ last
//
// The floor is no base causality: t's next write need not follow it where coherence relates the
// two not at all, and nobody learns of it from t. It only takes choices away from t, so each
// execution with such steps is one without. Only judging infinite runs takes them; which steps
// there are is in in_order/fairness.hpp.
#pragma once

#include "opmodel/ptx/coherence.hpp"

namespace opexplore::ptx_model {

/// Action.
template <unsigned Words>
void propagate(ItemSet<Words>& floor, const Memory<Words>& memory, LocationId location,
               const Semantics& semantics) {
  floor |= memory.last(location, semantics);
}

/// What the floor takes away from a write of its thread: places in coherence before what is there.
template <unsigned Words>
void place_above(Memory<Words>& memory, std::size_t write, const ItemSet<Words>& floor,
                 const Semantics& semantics) {
  const LocationId location = memory.access(write, semantics).location;
  memory.never_after(write, floor & memory.at_location(location, semantics));
}

}  // namespace opexplore::ptx_model
