// Racing pairs of a completed search (FlagsDataRaces): those that exchanges of threads add, and in
// which executions they race.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "explorer/graph/walker.hpp"
#include "explorer/limits.hpp"
#include "explorer/store/store.hpp"
#include "opmodel/data_race.hpp"
#include "opmodel/program.hpp"
#include "opmodel/results/answer.hpp"

namespace opexplore {

/// Line and column of two places of the source, the lesser place first; zeros in tests that were
/// made and have none.
using RacingPlaces = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>;

RacingPlaces racing_places(const Program& program, const RacingPair& pair);

/// Those of the report that are told with a trace: of many threads that race at the same two
/// places, the first pair. The pointers are into the report.
std::vector<AnsweredDataRace*> told_with_trace(const Program& program, Answer& report);

/// Adds to the report's pairs those that exchanges of threads make of them. Without a filter, for
/// machines tell all threads apart where there is one.
void add_alike(const Walker& walker, Answer& report);

/// The pairs that race in an execution that ends. An execution that has met a pair ends if a final
/// state can be reached behind the step that brought it. Nothing if `looked_at` says that it is
/// enough. Precondition: the search was complete.
std::optional<std::set<RacingPair>> racing_in_endings(const Walker& walker,
                                                      const VisitedSet& visited,
                                                      LookedAt& looked_at);

}  // namespace opexplore
