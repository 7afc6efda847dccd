// What a search does behind a data race.
#pragma once

#include "opmodel/machine.hpp"

namespace opexplore {

// WART: races-of-ptx. No PTX machine but drf0 looks for races.
/// Whether executions are followed to their ends although they have a data race, as herd7 lists
/// them: M::goes_on_after_race() says so. Otherwise a state with a race has no successors.
template <TransitionSystem M>
bool goes_on_after_race(const M& machine) {
  if constexpr (requires { machine.goes_on_after_race(); }) {
    return machine.goes_on_after_race();
  } else {
    return false;
  }
}

}  // namespace opexplore
