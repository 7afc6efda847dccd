// A search in the memory of this process, while it runs: what the orders in which it may take
// states have in common.
#pragma once

#include <cstddef>
#include <cstdint>

#include "explorer/limits.hpp"
#include "explorer/search/search.hpp"
#include "explorer/store/level.hpp"

namespace opexplore {

class SearchRun {
 public:
  SearchRun(const MakeSearched& make, const Test& asked, const ExploreOptions& given,
            const SearchPlan& wanted)
      : test(asked),
        options(given),
        plan(wanted),
        limits(given),
        found(given),
        machine(make(found.visited)) {}
  SearchRun(const SearchRun&) = delete;  // the machine refers to what was found
  SearchRun& operator=(const SearchRun&) = delete;

  /// Whether neither a limit nor the verdict has ended it.
  bool goes_on() const { return found.incomplete == Incomplete::none && !found.stopped_at_verdict; }

  /// Stores the initial state, which is to be expanded next, if that can say anything.
  void insert_initial();

  /// Whether a final state, or a race, decides the verdict.
  bool decided();

  /// Looks at the limits; says whether one has ended the search.
  bool is_over();

  Progress progress() const {
    return {found.depth, found.tally.transitions, found.visited.size(), waiting, 0};
  }

  const Test& test;
  const ExploreOptions& options;
  const SearchPlan& plan;
  Limits limits;
  Found found;
  SearchedMachine machine;
  std::uint64_t waiting = 0;  ///< states that the order has not expanded yet

 private:
  std::size_t outcomes_checked_ = 0;
};

}  // namespace opexplore
