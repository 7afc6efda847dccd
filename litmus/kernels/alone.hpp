// A program that one thread runs with nobody beside it: what it leaves is known.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "opmodel/program.hpp"

namespace opexplore::kernel {

/// Memory as the thread sees it: every load returns the last store.
struct PlainMemory {
  std::function<Value(InstructionId, AddressId)> load;
  std::function<void(InstructionId, AddressId, Value)> store;
  /// Where the access that stands there goes whose pointer holds the value.
  std::function<AddressId(InstructionId, Value)> pointed_at;
};

/// How it ended.
struct Aftermath {
  std::vector<Value> registers;
  /// Where it is still, if it takes more than that many steps.
  std::optional<InstructionId> unfinished;
};

/// Executes the instructions from the first one on. Fences do nothing, and barriers wait for
/// nobody.
Aftermath run_alone(std::span<const Instruction> instructions, std::size_t registers,
                    std::size_t most_steps, const PlainMemory& memory);

}  // namespace opexplore::kernel
