// What a test says of its executions, a line for each: tests of Khronos do (README of
// Vulkan-MemoryModel/alloy), and those of nvlitmus (NVlabs/mixedproxy).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "litmus/input/input_error.hpp"
#include "opmodel/condition.hpp"

namespace opexplore {

/// Which executions a statement is about, beside that they satisfy the axioms and the filter.
enum class AskedRaces : std::uint8_t {
  any,   ///< `consistent[X]`
  none,  ///< `consistent[X] && #dr=0`: those without a data race
  some   ///< `consistent[X] && #dr>0`: those with one
};

/// Whether there is such an execution.
struct Statement {
  std::string text;  ///< as written
  SourcePlace place;
  bool satisfiable = true;  ///< it says that there is
  bool chains = true;       ///< of a device with availability and visibility chains
  AskedRaces races = AskedRaces::any;
  /// What holds at the end of such an execution, over the observables of the test. Of an assertion
  /// it is what breaks it.
  std::optional<Proposition> condition = std::nullopt;
  bool asks_alone = false;  ///< it says nothing of that, and is as it says whatever is found
  /// Why it is not answered: it asks for something else.
  std::optional<InputError> refusal = std::nullopt;
};

}  // namespace opexplore
