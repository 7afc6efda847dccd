// A launch whose threads read what others write: block after block is run for itself, again for
// everything that its threads may read, as long as the search finds that there is more.
//
// docs/whole-launches.md says why the programs that come of it have the executions of the launch.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "litmus/kernels/executors.hpp"
#include "litmus/kernels/protocol/locations.hpp"
#include "litmus/kernels/step.hpp"
#include "opmodel/condition.hpp"

namespace opexplore::kernel {

/// What is left of a launch: the threads that others can tell something of.
struct Protocol {
  std::vector<LaunchedExecutor> threads;
  std::vector<ThreadCode> codes;
  /// What is at the end of all executions in locations that the programs leave out.
  std::map<AddressId, Value> settled;
  std::set<std::uint16_t> read_at_start;  ///< objects of which bytes were read that nobody stored
  std::uint64_t instructions = 0;         ///< that were run
  bool prints = false;                    ///< calls of printf are left out
  /// The programs have executions of the launch as far as they were learnt, and some has a data
  /// race; of all others nothing is known.
  bool in_part = false;
};

/// What such things hold at the ends of the programs. Addresses are provisional (see Memory).
using EndsOf = std::function<std::optional<SearchedEnds>(
    const Protocol& programs, const std::vector<Observable>& observed, SearchWish wish)>;

/// Throws LeftOpen where this cannot be done and no data race was seen on the way, LocationsLearnt,
/// InputError, GivenUp.
Protocol learn_protocol(Surroundings& around, const LaunchedExecutor& first, Locations& locations,
                        const EndsOf& ends_of);

}  // namespace opexplore::kernel
