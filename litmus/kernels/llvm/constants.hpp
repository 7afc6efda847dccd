// Numbers as LLVM IR writes them (LLVM LangRef, "Simple Constants").
#pragma once

#include <cstdint>

#include "litmus/kernels/module.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::kernel::llvm {

/// The bits of `1.5`, `0x3FF8000000000000` (a double, whatever the type) or `0xH3C00`, as a number
/// of so many bits. Throws InputError where it is none.
Value floating_constant(const detail::Tokens& tokens, const Token& token, std::uint32_t bits);

/// `4`, `-4`, `true` or `false`. Throws InputError where it is none.
Value integer_constant(const detail::Tokens& tokens, const Token& token);

}  // namespace opexplore::kernel::llvm
