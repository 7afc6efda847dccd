// How CUDA C++ says an atomic operation, in the words of one library or another.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "opmodel/program.hpp"

namespace opexplore::mappings {

/// Whose atomic operations: libcu++'s cuda::atomic_ref, or the built-in functions that clang has in
/// every language.
enum class Atomics : std::uint8_t { libcudacxx, clang };

/// What a program that uses them begins with.
std::string prologue_of(Atomics atomics);

/// An object of that type, behind a pointer.
struct AtomicObject {
  std::string type, pointer;
};

struct OrderAndScope {
  Order order = Order::sc;
  Scope scope = Scope::sys;
};

/// \name Expressions and statements without their semicolon
/// clang's functions have no scope, which means that of the system; from version 18 on it has
/// others with one.
/// @{
std::string load_text(Atomics atomics, const AtomicObject& object, OrderAndScope how);
std::string store_text(Atomics atomics, const AtomicObject& object, const std::string& value,
                       OrderAndScope how);
/// Nothing for operations that C++ has not.
std::optional<std::string> modify_text(Atomics atomics, AtomicOp op, const AtomicObject& object,
                                       const std::string& value, OrderAndScope how);
/// `old` is a variable with what is compared, and gets what was read if that is another value.
std::string compare_exchange_text(Atomics atomics, const AtomicObject& object,
                                  const std::string& old, const std::string& value,
                                  OrderAndScope how, Order failure);
std::string fence_statement(Atomics atomics, OrderAndScope how);
/// @}

}  // namespace opexplore::mappings
