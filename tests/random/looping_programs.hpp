// Random programs that go round loops: of their runs some end and some do not. Values come from a
// small set and stay in it, so that there are finitely many states.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "litmus/generate/random_numbers.hpp"
#include "opmodel/program.hpp"
#include "opmodel/results/promise.hpp"

namespace opexplore::random_programs {

struct LoopingProfile {
  /// Of GPUs, CTAs and warps there are two at most, so that groups have several members.
  unsigned most_threads = 4;
  unsigned most_instructions = 5;  ///< of a thread; of one in four at most one less
  unsigned spin = 25;              ///< chance that the next instructions are a loop that waits
  unsigned barrier = 4;            ///< chances of single instructions, in percent
  unsigned local = 14;
  unsigned branch = 25;
};

/// Of five programs one with many barriers, one with many local instructions, three as above.
LoopingProfile profile_for(std::uint64_t seed);

/// A litmus test in the PTX dialect or Vulkan's, the same for the same number. All accesses are
/// atomic, in one scope that includes all threads, and in PTX relaxed.
std::string looping_program(const LoopingProfile& profile, std::uint64_t seed,
                            Language language = Language::ptx);

/// A promise with a model of its own at every level, and perhaps so many resident CTAs.
Promise random_promise(Random& random, std::optional<std::uint32_t> resident);

}  // namespace opexplore::random_programs
