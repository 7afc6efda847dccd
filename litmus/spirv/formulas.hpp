// Formulas of numbers (litmus/kernels/numbers.hpp) on values of SPIR-V: of what is known they are
// computed now, of the rest they become arithmetic of the program.
#pragma once

#include <functional>
#include <vector>

#include "litmus/kernels/numbers.hpp"
#include "litmus/spirv/step.hpp"

namespace opexplore::spirv {

/// A value, and its type, which may have a sign.
struct FormulaInput {
  Known value;
  const Type& type;
  bool is_signed = false;  ///< whether the formula takes it for a number with a sign
};

/// The result of a formula of scalars in the register `part` of the result; undefined if one of
/// them is.
Known by_formula(Step& step, const std::vector<FormulaInput>& inputs, const Type& result,
                 std::uint32_t part,
                 const std::function<kernel::Number(const std::vector<kernel::Number>&)>& formula);

}  // namespace opexplore::spirv
