// What the files that read instructions of PTX share.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "code/instruction.hpp"
#include "litmus/kernels/front/spelled.hpp"

namespace opexplore::kernel {

/// The instructions of a name. The operands of what is made are those that are written, and the
/// first of them is the result, unless the reader says something else.
struct InstructionReader {
  std::string_view name;
  void (*read)(const Spelled& spelled, code::Instruction& made);
  bool reads_operands = false;  ///< itself: those that are given are none
};

/// \name What computes registers from registers, and does nothing else.
/// @{
std::span<const InstructionReader> arithmetic_readers();
std::span<const InstructionReader> integer_readers();
std::span<const InstructionReader> comparison_readers();
std::span<const InstructionReader> conversion_readers();
std::span<const InstructionReader> float_readers();  ///< others of the same names are of integers
/// @}

/// Loads, stores and read-modify-writes.
std::span<const InstructionReader> access_readers();
/// Fences, barriers, and what neither touches memory nor jumps.
std::span<const InstructionReader> synchronisation_readers();
/// What lanes of a warp do together.
std::span<const InstructionReader> warp_readers();
/// What they do with matrices.
std::span<const InstructionReader> matrix_readers();
/// Jumps, calls, and memory of a function's own.
std::span<const InstructionReader> control_readers();

/// Whether it is one of those that read_asynchronous() reads, whatever others have its name.
bool has_asynchronous_form(const Mnemonic& mnemonic);
void read_asynchronous(const Spelled& spelled, code::Instruction& made);
/// Refuses those that need more than a kernel says, whatever their operands are.
void refuse_unmodelled(const Spelled& spelled);

/// Says why an instruction that nobody reads is not modelled.
[[noreturn]] void refuse_unknown(const Spelled& spelled);

/// Makes it compute that of the type.
inline code::Compute& computes(code::Instruction& made, code::Formula formula, Type type = {}) {
  code::Compute what;
  what.formula = formula;
  what.type = what.result = type;
  return made.operation.emplace<code::Compute>(what);
}

}  // namespace opexplore::kernel
