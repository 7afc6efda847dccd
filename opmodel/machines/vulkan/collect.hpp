// What nobody can need any more leaves the state, and what is left gets its canonical numbers: so a
// loop that does the same again comes back to the same state, and needs no bound.
#pragma once

#include "opmodel/machines/vulkan/context.hpp"

namespace opexplore::vulkan {

/// After a step, whatever it was. README.md says why nothing is lost.
void collect(const Context& context, State& state);

}  // namespace opexplore::vulkan
