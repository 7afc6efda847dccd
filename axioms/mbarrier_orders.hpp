// In which orders the operations on mbarriers can take place, and what each order makes of the
// objects (PTX ISA 9.4, 9.7.15.16).
//
// All operations on one mbarrier are atomic and totally ordered, whatever their scopes: an object
// that counts has one count. A wait that does not find its phase complete is none of them.
#pragma once

#include <functional>

#include "axioms/skeleton.hpp"

namespace opexplore::axioms {

/// The operations of one execution on its mbarriers.
struct MbarrierOrder {
  Relation order;        ///< of those on one object
  Relation observed;     ///< from what was counted in a completed phase to a wait that finds it so
  Relation initialised;  ///< from an initialisation to what is done to the object it made
  EventSet undefined = 0;  ///< on an object that there is not, or that cannot do it
};

/// Calls use(order) for every order that agrees with program order and in which each wait is true,
/// and each arrival in the phase, that its path takes it for; until it is false. What comes after
/// something undefined is any way.
void for_each_mbarrier_order(const Skeleton& skeleton,
                             const std::function<bool(const MbarrierOrder&)>& use);

}  // namespace opexplore::axioms
