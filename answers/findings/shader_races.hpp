// The data race of a kernel of Vulkan, or of LLVM IR, as a bug. One takes the meaning from the
// whole program, so that the search looks for none behind the first.
#pragma once

#include <vector>

#include "answers/findings/findings.hpp"

namespace opexplore {

/// One, if there is a race. Without a trace to it, nothing is known of its places but the last.
/// With options a fix is looked for.
std::vector<Bug> shader_race_bugs(const AnsweredTest& answered, const ExploreOptions* explore);

}  // namespace opexplore
