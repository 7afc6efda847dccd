// What fences and barriers are in traces.
#pragma once

#include <vector>

#include "opmodel/instruction.hpp"
#include "opmodel/trace_parts.hpp"

namespace opexplore {

/// The event of an instruction that orders others, for drawings; none of one that does not.
inline std::vector<Event> order_events(const Action& action) {
  if (barrier_of(action) != nullptr) return {{Event::Kind::barrier, 0, 0}};
  if (fence_of(action)) return {{Event::Kind::fence, 0, 0}};
  return {};
}

}  // namespace opexplore
