// Operands that have to be known before the program runs, and are not: the thread goes on in one
// way for each value that they may have.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "litmus/spirv/step.hpp"

namespace opexplore::spirv {

/// An operand in a register, and the values with which the instruction has a meaning.
struct Cases {
  Id id = 0;           ///< of the operand
  RegisterId reg = 0;  ///< which register holds it when the program runs
  std::vector<Value> values;
};

/// The first such operand of the instruction, if it has one: an index of a pointer or into a
/// vector, and what chooses one of two pointers. SPIR-V gives an index outside of its array no
/// meaning (SPIR-V specification, OpAccessChain). Throws InputError where there are too many
/// values.
std::optional<Cases> cases_of(const Step& step);

}  // namespace opexplore::spirv
