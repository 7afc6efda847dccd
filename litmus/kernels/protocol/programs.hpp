// The programs of the threads that others can tell something of, made of the classes of their
// positions.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "litmus/kernels/protocol/classes.hpp"
#include "litmus/kernels/step.hpp"
#include "opmodel/condition.hpp"

namespace opexplore::kernel {

/// Where nobody knows yet what threads do: a choice by a value that was not met before, or a
/// meeting of threads from places that have not met before.
struct Frontier {
  std::uint32_t block = 0;
  bool choice = false;
  std::vector<ThreadPosition> places;  ///< of a choice one of these; of a meeting all of them
};

struct Programs {
  std::vector<ThreadCode> codes;  ///< by speaker
  /// In programs that are explored to find out which of these are come to; numbers are indices. A
  /// thread that comes to one says so, and ends.
  std::vector<Frontier> frontier;
  /// Where no probe is given, of threads that may come to one: the register that is 1 then.
  std::vector<RegisterTerm> comes;
};

/// What the last thread that came to a frontier has left in the probe: which one, and the value
/// that it has met of a choice.
/// @{
constexpr Value most_frontiers = 1 << 16;
constexpr std::size_t frontier_of(Value probe) {
  return static_cast<std::size_t>(probe & (most_frontiers - 1)) - 1;
}
constexpr Value value_of(Value probe) { return probe >> 16; }
/// @}

/// Programs whose executions are those of the launch, if nobody comes to a frontier.
Programs programs_of(Surroundings& around, const Extract& extract, const Classes& classes);

/// The same with a frontier, and loops left at their end: whoever comes to one in the others comes
/// to it in these. `probe` is where it says which one; without one it says that it has come there.
/// Throws LeftOpen if there is too much of it.
Programs probing_programs(Surroundings& around, const Extract& extract, const Classes& classes,
                          std::optional<AddressId> probe);

}  // namespace opexplore::kernel
