// The operands of an instruction (PTX ISA 6.4 "Using Addresses, Arrays, and Vectors").
#pragma once

#include <vector>

#include "code/operand.hpp"
#include "litmus/kernels/module.hpp"

namespace opexplore::kernel {

/// The operands of the statement: %r1, !%p1, 4 or 0f40000000, %tid.x, a name, [%rd1+4], {%r1, %r2}
/// and _, separated by commas (a destination `p|q` has two). Throws
/// InputError for operands that are none of these, and for registers that are not declared.
std::vector<code::Operand> read_operands(const Source& source, const Entry& entry,
                                         const Statement& statement);

/// `call (results), target, (arguments), prototype` (PTX ISA 9.7.12.5), of which the target is a
/// symbol, or the register that has the address of a function.
struct WrittenCall {
  std::vector<code::Operand> results;
  code::Operand target;
  std::vector<code::Operand> arguments;
};

/// Those of a statement that is a call. Throws InputError.
WrittenCall read_call(const Source& source, const Entry& entry, const Statement& statement);

}  // namespace opexplore::kernel
