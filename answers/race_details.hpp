// What is said of a data race beside which accesses it is of: the order that is missing between
// them, and what the race can do.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "answers/why/why.hpp"
#include "opmodel/condition.hpp"

namespace opexplore {

/// Something that a race can do. A race in PTX is no undefined behaviour: each of its accesses has
/// one of these values.
struct RaceEffect {
  enum class Kind : std::uint8_t {
    reads,   ///< the read returns one of the values
    leaves,  ///< the location ends with one of the values
    nothing  ///< with both accesses made strong there are the same outcomes
  };
  Kind kind = Kind::nothing;
  ThreadId thread = 0;             ///< of a read
  InstructionId instruction = 0;   ///< of a read
  AddressId address = 0;           ///< as the access names it
  std::vector<Value> values = {};  ///< in order
};

/// Of one racing pair.
struct RaceDetails {
  std::vector<WhyRow> rows;         ///< order_between() of the shortest trace
  std::vector<RaceEffect> effects;  ///< those that searches within bounds have found
};

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
