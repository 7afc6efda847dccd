#include "explorer/graph/transitions.hpp"

namespace opexplore {

bool for_each_successor(const Walker& walker, const VisitedSet& visited, Position number,
                        FunctionRef<void(Position)> visit) {
  walker.go_to(visited.bytes_at(number));
  if (!walker.goes_on_after_race && walker.has_raced()) return false;
  if (walker.is_final()) return true;
  walker.for_each_step([&](Step) { visit(number_in(visited, walker.encoded())); });
  return false;
}

}  // namespace opexplore
