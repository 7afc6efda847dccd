// The barrier events of a candidate execution with their operands evaluated.
#pragma once

#include <optional>
#include <vector>

#include "axioms/skeleton.hpp"

namespace opexplore::axioms {

struct Arrival {
  EventIndex event = 0;
  ThreadId thread = 0;
  bool sync = true;
  Value resource = 0;  ///< the id, or else the instance
  Value instance = 0;
  std::optional<Value> id, quorum, members;
};

/// By thread, in program order. Precondition: the operands have values.
std::vector<Arrival> arrivals_of(const Skeleton& skeleton, const Values& values);

}  // namespace opexplore::axioms
