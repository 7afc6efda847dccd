// What is said of a data race beside which accesses it is of: the order that is missing between
// them, and what the race can do.
#pragma once

#include <cstdint>
#include <vector>

#include "opmodel/results/why.hpp"

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
  std::vector<WhyRow> rows;         ///< what does not order them, in the shortest trace
  std::vector<RaceEffect> effects;  ///< those that searches within bounds have found
};

}  // namespace opexplore
