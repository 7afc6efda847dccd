// The words of LLVM that this dialect alone has, for its reader and its writer.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "opmodel/program.hpp"

namespace opexplore::detail {

/// \name Predicates of `icmp` and jumps, `eq` to `sge`: numbers are signed.
/// @{
std::optional<Comparison> find_predicate(std::string_view text);
std::string predicate_name(Comparison comparison);
/// @}

/// \name Operations of an `atomicrmw`: `xchg`, `add`, …
/// @{
std::optional<AtomicOp> find_llvm_operation(std::string_view text);
std::string_view llvm_operation(AtomicOp op);
/// @}

/// Arithmetic in registers, `add` to `xor`.
std::optional<ArithmeticOp> find_llvm_arithmetic(std::string_view text);

/// \name The arithmetic that gives 1 where the comparison holds, and 0 elsewhere.
/// @{
ArithmeticOp comparing(Comparison comparison);
std::optional<Comparison> compared_by(ArithmeticOp op);
/// @}

}  // namespace opexplore::detail
