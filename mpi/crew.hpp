// Jobs over processes: texts are handed out, and texts come back.
#pragma once

#include <cstddef>

#include "answers/crew.hpp"
#include "mpi/workers.hpp"

namespace opexplore {

/// Rank 0 of a crew. The workers have to outlive what it returns.
Crew leading_crew(Workers& workers);

/// One of the others. The leader has to outlive what it returns.
Crew following_crew(Leader& leader);

}  // namespace opexplore
