// LLVM IR as text, `.ll`, in the language that kernels are executed in (code/): each instruction
// becomes some of it, decoded once (LLVM LangRef, LLVM 14 to 18). What is not modelled becomes a
// refusal there, so that what a launch does not use cannot make it fail.
#pragma once

#include <string_view>

#include "litmus/kernels/module.hpp"

namespace opexplore::kernel::llvm {

/// Whether that is what the text begins like.
bool is_module(std::string_view text);

/// Reads a module; the result refers to the text of `source`. Throws InputError where it is none.
Module read_module(const Source& source);

}  // namespace opexplore::kernel::llvm
