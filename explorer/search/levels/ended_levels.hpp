// The report of a search that lies in levels.
#pragma once

#include <cstdint>
#include <string>

#include "explorer/limits.hpp"
#include "explorer/ranks.hpp"
#include "explorer/search/levels/batch.hpp"
#include "explorer/search/levels/level_store.hpp"
#include "explorer/search/levels/named_tally.hpp"
#include "explorer/search/search.hpp"

namespace opexplore {

/// What one rank has of a search that has ended.
struct EndedLevels {
  const MakeSearched& make;
  const Test& test;
  const ExploreOptions& options;
  const SearchPlan& plan;
  const Ranks& ranks;
  Limits& limits;
  Batch& batch;
  LevelStore& store;
  const NamedTally& found;
  std::uint32_t depth = 0;  ///< the last level that was expanded
  Incomplete incomplete = Incomplete::none;
  std::string storage_error = {};
  bool stopped_at_verdict = false;
  bool outgrown = false;
  std::uint64_t memory = 0;  ///< bytes at the peak
};

/// The report, which each rank has. All of them call this.
Searched concluded(const EndedLevels& ended);

}  // namespace opexplore
