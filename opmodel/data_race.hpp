// Data races as machines and models name them.
#pragma once

#include <compare>

#include "opmodel/parts/function_ref.hpp"
#include "opmodel/program.hpp"

namespace opexplore {

/// Two accesses of a program that race in some execution (PTX ISA 8.7.1): instructions by number in
/// their threads, the lesser first.
struct RacingPair {
  ThreadId first_thread = 0;
  InstructionId first = 0;
  ThreadId second_thread = 0;
  InstructionId second = 0;
  auto operator<=>(const RacingPair&) const = default;
};

/// Takes racing pairs one by one.
using DataRaceSink = FunctionRef<void(const RacingPair&)>;

/// The two in order.
constexpr RacingPair racing_pair(ThreadId a, InstructionId at_a, ThreadId b, InstructionId at_b) {
  const RacingPair pair{a, at_a, b, at_b};
  const RacingPair turned{b, at_b, a, at_a};
  return turned < pair ? turned : pair;
}

}  // namespace opexplore
