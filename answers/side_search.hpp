// Searches beside the one that was asked for: a question of ours about the test, or about one that
// was made of it.
#pragma once

#include <cstdint>

#include "explorer/explore.hpp"
#include "litmus/input/deadline.hpp"

namespace opexplore {

/// The options for one: machine, threads, time and interruption as given; outcomes alone, of so
/// many states at most, in this process and its memory.
ExploreOptions side_search(ExploreOptions options, std::uint64_t most_states);

/// The options with what is left of the time, for one of several pieces of work that have one
/// deadline together.
ExploreOptions in_time(ExploreOptions options, const Deadline& deadline);

/// The deadline of options that are used from now on.
Deadline deadline_of(const ExploreOptions& options);

}  // namespace opexplore
