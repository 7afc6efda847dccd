// Values that threads surely may read of each other, or that cost little to try: what is run before
// a search says that somebody reads it saves the search. What nobody comes to does no harm.
#pragma once

#include <vector>

#include "litmus/kernels/protocol/behaviour.hpp"
#include "litmus/kernels/protocol/extract.hpp"

namespace opexplore::kernel {

/// A thread may read the value at that choice.
struct Guess {
  std::uint32_t block = 0;
  ThreadPosition place;
  Value value = 0;
};

/// Of locations that nobody does anything to but add: the sums that may be there before one adds,
/// if each thread adds once.
std::vector<Guess> guessed_tickets(const std::vector<Behaviour>& blocks, const Memory& memory);

/// Of separable locations to which one value is stored, and of which a load is not known to read
/// anything: that value.
std::vector<Guess> guessed_results(const std::vector<Behaviour>& blocks);

}  // namespace opexplore::kernel
