// Which registers an instruction reads and writes, and where control goes from it.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "code/function.hpp"
#include "opmodel/parts/function_ref.hpp"

namespace opexplore::code {

struct Uses {
  std::vector<std::uint16_t> read;
  std::vector<std::uint16_t> written;
  std::vector<std::uint16_t> perhaps_written;  ///< behind a guard: the old value may stay
};

/// What a call hands over is read, also where its results go. How long a pause lasts does not
/// matter.
Uses uses_of(const Instruction& instruction);

/// The registers of the operand.
std::vector<std::uint16_t> registers_of(const Operand& operand);

/// Calls `use` for each operand, and for what these are made of.
void for_each_operand(const Instruction& instruction, FunctionRef<void(const Operand&)> use);

/// Where a jump leads to, if it is one.
std::optional<std::size_t> jump_target(const Instruction& instruction);

/// Whether the function, or the thread, ends there.
/// @{
bool leaves_function(const Instruction& instruction);
bool ends_thread(const Instruction& instruction);
/// @}

/// Where a thread can go from there; the number of instructions means the end.
std::vector<std::size_t> successors(const Function& function, std::size_t at);

/// Whether it computes results from operands, and does nothing else.
bool computes(const Instruction& instruction);

/// Whether lanes of a warp do something together with matrices of which they hold elements in an
/// order that is left open.
bool is_of_fragments(const Instruction& instruction);

/// The same with matrices of any kind.
bool is_of_matrices(const Instruction& instruction);

/// Whether it loads, and does not store.
bool is_load(const Instruction& instruction);

/// Whether it is of that kind.
template <class Kind>
bool is(const Instruction& instruction) {
  return std::holds_alternative<Kind>(instruction.operation);
}

}  // namespace opexplore::code
