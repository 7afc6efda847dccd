// The names of C++ tests that come from <atomic>, <cuda/atomic> and the language: types, memory
// orders, scopes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "litmus/language/tokens.hpp"
#include "opmodel/program.hpp"

namespace opexplore::detail {

/// A type as written: `int`, `atomic_int`, `cuda::atomic_ref<int, cuda::thread_scope_block>`,
/// `auto`.
struct SpelledType {
  enum class Kind : std::uint8_t { plain, atomic, atomic_ref, deduced };
  Kind kind = Kind::plain;
  NumberType value = NumberType::s32;
  Scope scope = Scope::sys;  ///< of atomic operations on it
};

/// How many of the next tokens are the prefix `std::`, `cuda::`, `cuda::std::` or `::`.
std::size_t prefix_length(const Tokens& tokens);
/// The name behind such a prefix.
const Token& unprefixed(const Tokens& tokens);
/// Reads prefix and name.
Token take_name(Tokens& tokens);

/// Whether a type comes next.
bool at_type(const Tokens& tokens);
/// Reads a type and the qualifiers before and behind it. Precondition: at_type(). Refuses types
/// that are not modelled.
SpelledType read_type(Tokens& tokens);

/// Reads `memory_order_acquire` or `memory_order::acquire`, with or without a prefix.
Order read_order(Tokens& tokens);
/// Reads `thread_scope_device` or `memory_scope_device`, with or without a prefix.
Scope read_scope(Tokens& tokens);

/// \name Spellings.
/// @{
std::string_view cxx_spelling(NumberType type);  ///< "int", "unsigned long"
std::string cxx_spelling(Order order);           ///< "cuda::memory_order_seq_cst"
std::string cxx_spelling(Scope scope);           ///< "cuda::thread_scope_device"
/// @}

/// The order of a compare-exchange that fails if only that of success is written ([atomics.types]).
Order derived_failure(Order success);

}  // namespace opexplore::detail
