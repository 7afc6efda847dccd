// Works out what is said of a data race (opmodel/results/race_details.hpp).
#pragma once

#include <cstdint>
#include <string>

#include "explorer/explore.hpp"
#include "opmodel/condition.hpp"
#include "opmodel/data_race.hpp"
#include "opmodel/results/race_details.hpp"
#include "opmodel/results/trace.hpp"

namespace opexplore {

/// Who is asked, and how: the machine's options, threads, and limits of each search.
struct RaceQuestion {
  const MachineEntry& machine;
  ExploreOptions explore;
};

/// The most states of one search for what a race can do.
inline constexpr std::uint64_t most_states_per_effect = 20'000;

/// Precondition: explains_traces() of the machine; the trace ends with the pair's second access.
RaceDetails details_of(const Test& test, const RacingPair& pair, const Trace& trace,
                       const RaceQuestion& question);

/// "P1 line 9 may read x=0, 1"; "x may end as 1, 2"; "with both strong the outcomes are the same".
std::string effect_text(const Test& test, const RaceEffect& effect);

}  // namespace opexplore
