// The operands of an instruction (PTX ISA 6.4 "Using Addresses, Arrays, and Vectors").
#pragma once

#include <cstdint>
#include <vector>

#include "litmus/kernels/module.hpp"

namespace opexplore::kernel {

struct PtxOperand {
  enum class Kind : std::uint8_t {
    reg,      ///< %r1
    negated,  ///< !%p1
    number,   ///< 4, -1, 0x10, 0f40000000
    special,  ///< %tid.x
    symbol,   ///< a variable, parameter, label or function
    memory,   ///< [%rd1+4], [x], [16]
    vector,   ///< {%r1, %r2}
    nothing   ///< _
  };
  Kind kind = Kind::nothing;
  Token token;                    ///< the first one, for messages; the name of a special register
  std::uint16_t reg = 0;          ///< reg and negated
  Value number = 0;               ///< number; the offset of memory and symbol
  std::vector<PtxOperand> parts;  ///< of a vector; the base of memory, if there is one
};

/// The operands of the statement, separated by commas (a destination `p|q` has two). Throws
/// InputError for operands that are none of these, and for registers that are not declared.
std::vector<PtxOperand> read_operands(const Source& source, const Entry& entry,
                                      const Statement& statement);

/// `call (results), target, (arguments), prototype` (PTX ISA 9.7.12.5).
struct CallOperands {
  std::vector<PtxOperand> results;
  PtxOperand target;  ///< a symbol, or the register that has the address of a function
  std::vector<PtxOperand> arguments;
};

/// Those of a statement that is a call. Throws InputError.
CallOperands read_call(const Source& source, const Entry& entry, const Statement& statement);

}  // namespace opexplore::kernel
