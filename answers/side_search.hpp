// Searches beside the one that was asked for: a question of ours about the test, or about one that
// was made of it.
#pragma once

#include <cstdint>

#include "explorer/explore.hpp"

namespace opexplore {

/// The options for one: machine, threads, time and interruption as given; outcomes alone, of so
/// many states at most, in this process and its memory.
ExploreOptions side_search(ExploreOptions options, std::uint64_t most_states);

}  // namespace opexplore
