// Orders and scopes in the words of LLVM IR (LLVM LangRef, "Atomic Memory Ordering Constraints";
// "Memory Model" of the NVPTX and AMDGPU back ends).
#pragma once

#include <optional>
#include <string_view>

#include "code/instruction.hpp"
#include "litmus/kernels/llvm/body.hpp"

namespace opexplore::kernel::llvm {

/// `syncscope("agent-one-as")`.
struct SyncScope {
  std::optional<Scope> scope = Scope::sys;  ///< nothing: of one thread
  bool of_waves = false;                    ///< of a wavefront
  bool of_one_space = false;                ///< it orders accesses to one address space
  SourcePlace place;
};

/// Reads it if it is there; without it the scope is the system. Throws InputError for others.
SyncScope read_scope(detail::Tokens& tokens);

/// Reads `acquire` and the like; nothing if there is none. Throws InputError for `unordered`.
std::optional<Order> read_order(detail::Tokens& tokens);

/// The same where there has to be one.
Order expect_order(detail::Tokens& tokens);

/// Says of an instruction that it has the scope.
void note_scope(const SyncScope& scope, code::Instruction& made);

}  // namespace opexplore::kernel::llvm
