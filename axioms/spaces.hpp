// What fences that speak of a part of memory order.
#pragma once

#include <cstddef>

#include "axioms/skeleton.hpp"

namespace opexplore::axioms {

/// Whether the location lies in that space, as the thread sees it.
bool lies_in(const Program& program, LocationId location, Space space, ThreadId thread);

/// Whether the fence orders accesses to the location.
bool covers(const Program& program, const GraphEvent& fence, LocationId location);

/// The number of the class of the location: two are in one if the same `.sync_restrict` fences
/// between threads order them, and in class 0 if none does. Throws Unsupported for a number that is
/// not below `location_classes`.
std::size_t class_of_location(const Program& program, LocationId location);

inline constexpr std::size_t location_classes = 4;

/// Whether such a fence orders locations of that class.
bool admits(const Program& program, const GraphEvent& fence, std::size_t location_class);

}  // namespace opexplore::axioms
