// Variables of a module (LLVM LangRef, "Global Variables", "Aliases").
#pragma once

#include <optional>

#include "litmus/kernels/llvm/body.hpp"

namespace opexplore::kernel::llvm {

/// Reads what stands behind `@x =`. Nothing for what is no variable: an alias, which becomes one of
/// the module, and lists for the linker.
std::optional<Variable> read_global_variable(Globals& globals, detail::Tokens& tokens,
                                             const Token& name);

}  // namespace opexplore::kernel::llvm
