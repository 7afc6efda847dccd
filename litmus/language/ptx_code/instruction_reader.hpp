// One instruction of one thread: mnemonic, operands, and what PTX forbids.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/language/builder.hpp"
#include "litmus/language/ptx_code/mnemonic.hpp"
#include "litmus/language/tokens.hpp"
#include "opmodel/program.hpp"

namespace opexplore::detail {

/// Reads one instruction and adds it to the program. An instruction with a guard, `@p ld r1, x`,
/// becomes two: a branch over it, and the instruction.
void read_instruction(Tokens& tokens, ProgramBuilder& builder, ThreadId thread);

/// Where an access goes: to a location by its name, or to the one that a register points to.
struct MemoryOperand {
  AddressId address = 0;
  std::optional<RegisterId> pointer;
};

/// What the readers of single instructions work on.
struct InstructionContext {
  Tokens& tokens;
  ProgramBuilder& builder;
  ThreadId thread;
  const Mnemonic& mnemonic;

  const Source& source() const { return tokens.source(); }
  /// Complains about the modifier, or about the whole instruction if it is not written.
  [[noreturn]] void fail(std::string_view modifier, const std::string& message,
                         const std::string& suggestion = "") const;

  /// \name Operands.
  /// @{
  void comma(std::string_view before_what);
  RegisterId destination(NumberType type_if_new = NumberType::s64);
  MemoryOperand location(const Qualifiers& qualifiers);
  Operand value(std::string_view type = {});
  /// @}
};

/// \name Readers of the single families.
/// @{
Action read_load(InstructionContext context, Proxy proxy);
Action read_store(InstructionContext context, Proxy proxy);
Action read_atomic(InstructionContext context, Proxy proxy, bool has_destination);
Action read_fence(InstructionContext context);
Action read_membar(InstructionContext context);
Action read_barrier(InstructionContext context);
Action read_move(InstructionContext context);
Action read_conversion(InstructionContext context);
Action read_arithmetic(InstructionContext context);  ///< named like its ArithmeticOp
Action read_predicate(InstructionContext context);   ///< `setp`
/// @}

}  // namespace opexplore::detail
