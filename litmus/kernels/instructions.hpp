// What the files that execute instructions share.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "litmus/kernels/numbers.hpp"
#include "litmus/kernels/step.hpp"

namespace opexplore::kernel {

/// An instruction, and what it does.
struct Known {
  std::string_view name;
  void (*run)(Step&);
};

/// \name Instructions that compute registers from registers, and do nothing else.
/// @{
std::span<const Known> arithmetic_instructions();
std::span<const Known> integer_instructions();
std::span<const Known> comparison_instructions();
std::span<const Known> conversion_instructions();
std::span<const Known> float_instructions();  ///< those of the same names are of integers
/// Whether it is one of these.
bool is_computation(std::string_view name);
/// @}

/// The scope that the modifier names. A launch has no clusters: each CTA is one of its own, so that
/// cluster and CTA are the same threads (PTX ISA 2.2.2 "Cluster of Cooperative Thread Arrays").
std::optional<Scope> scope_named(const Step& step, const detail::Modifier& modifier);
/// Refuses what the modifier says of clusters in kernels that ask for some of several CTAs.
void require_no_cluster(const Step& step, const detail::Modifier& modifier);

/// Whether the instruction takes time, and does nothing else.
bool is_pause(std::string_view name);

/// The instruction with its modifiers, in quotes.
std::string written(const Step& step);

/// \name Complaints.
/// @{
/// Refuses floating-point types and those of more than 64 bits.
void require_integer(const Step& step, Type type);
/// Refuses modifiers that are neither a type nor one of `known`.
void require_modifiers(const Step& step, std::initializer_list<std::string_view> known);
/// @}

/// The unsigned type of as many bits.
inline Type bits_of(Type type) { return {'u', type.bits}; }

/// The integer type of the instruction, the only one; modifiers are those of require_modifiers().
Type integer_type(const Step& step, std::initializer_list<std::string_view> known = {});

/// `destination = left op right`, also of addresses; `op` may be a comparison.
void binary(Step& step, ArithmeticOp op, Type type);

/// Comparing addresses of one object; nothing if they are not.
std::optional<Abstract> compare_addresses(ArithmeticOp op, const Input& left, const Input& right);

/// `destination = input`, known only when the program runs.
void copy(Step& step, const PtxOperand& destination, const Input& input, Type type);

/// The result of comparing numbers of that type.
Number compared(ArithmeticOp op, Type type, const Number& left, const Number& right);

/// The number of type `from`, or the least or greatest one of type `to`, if it is no such number.
Number clamped(const Number& number, Type from, Type to);

}  // namespace opexplore::kernel
