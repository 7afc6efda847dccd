// What a test asks of how executions end: ObjectKind::ending.
#pragma once

#include <optional>
#include <vector>

#include "opmodel/condition.hpp"

namespace opexplore::axioms {

/// The locations that stand for the two ends, if the test asks for them.
struct Endings {
  std::optional<LocationId> undefined, deadlock;
};

Endings asked_endings(const Test& test);

/// What all executions without a meaning end in. Precondition: the test asks for it.
Outcome undefined_outcome(const Test& test);

}  // namespace opexplore::axioms
