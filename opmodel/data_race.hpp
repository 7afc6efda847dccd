// Data races as machines and models name them, and barriers that threads come to apart.
#pragma once

#include <compare>

#include "opmodel/parts/function_ref.hpp"
#include "opmodel/program.hpp"

namespace opexplore {

/// What a pair of instructions is.
enum class PairKind : std::uint8_t {
  race,       ///< two accesses that race in some execution (PTX ISA 8.7.1)
  divergence  ///< barriers where two threads are let go together, or one and the other's end, and
              ///< PTX leaves that undefined (opmodel/parts/barrier.hpp)
};

/// Instructions by number in their threads, the lesser first.
struct RacingPair {
  ThreadId first_thread = 0;
  InstructionId first = 0;
  ThreadId second_thread = 0;
  InstructionId second = 0;
  PairKind kind = PairKind::race;
  auto operator<=>(const RacingPair&) const = default;
};

/// Takes racing pairs one by one.
using DataRaceSink = FunctionRef<void(const RacingPair&)>;

/// The two in order.
constexpr RacingPair racing_pair(ThreadId a, InstructionId at_a, ThreadId b, InstructionId at_b,
                                 PairKind kind = PairKind::race) {
  const RacingPair pair{a, at_a, b, at_b, kind};
  const RacingPair turned{b, at_b, a, at_a, kind};
  return turned < pair ? turned : pair;
}

}  // namespace opexplore
