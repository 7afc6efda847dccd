#include "mappings/atomic_words.hpp"

#include <algorithm>

#include "opmodel/words.hpp"

namespace opexplore::mappings {

namespace {

std::string upper(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  return result;
}

std::string cuda_order(Order order) { return "cuda::memory_order_" + std::string(cxx_name(order)); }

std::string cuda_scope(Scope scope) { return "cuda::thread_scope_" + std::string(cxx_name(scope)); }

std::string clang_order(Order order) { return "__ATOMIC_" + upper(cxx_name(order)); }

// As clang names them from version 18 on, and the cluster from a later one on.
std::string_view clang_scope(Scope scope) {
  switch (scope) {
    case Scope::cta:
      return "__MEMORY_SCOPE_WRKGRP";
    case Scope::cluster:
      return "__MEMORY_SCOPE_CLUSTR";
    case Scope::gpu:
      return "__MEMORY_SCOPE_DEVICE";
    case Scope::sys:
      break;
  }
  return "__MEMORY_SCOPE_SYSTEM";
}

// A call of the built-in function, whose last arguments are an order and, unless it is the
// system's, a scope.
std::string clang_call(const std::string& name, const std::string& arguments, OrderAndScope how) {
  const std::string before = arguments.empty() ? "" : arguments + ", ";
  if (how.scope == Scope::sys) {
    return "__atomic_" + name + "(" + before + clang_order(how.order) + ")";
  }
  return "__scoped_atomic_" + name + "(" + before + clang_order(how.order) + ", " +
         std::string(clang_scope(how.scope)) + ")";
}

std::string reference(const AtomicObject& object, Scope scope) {
  return "cuda::atomic_ref<" + object.type + ", " + cuda_scope(scope) + ">(*" + object.pointer +
         ")";
}

// As libcu++ and clang both call it: "fetch_add", "exchange".
std::optional<std::string> function_name(AtomicOp op) {
  switch (op) {
    case AtomicOp::add:
    case AtomicOp::sub:
    case AtomicOp::bit_and:
    case AtomicOp::bit_or:
    case AtomicOp::bit_xor:
    case AtomicOp::min:
    case AtomicOp::max:
      return "fetch_" + std::string(to_string(op));
    case AtomicOp::exch:
      return "exchange";
    default:
      return std::nullopt;
  }
}

}  // namespace

std::string prologue_of(Atomics atomics) {
  return atomics == Atomics::libcudacxx ? "#include <cuda/atomic>\n"
                                        : "#define __global__ __attribute__((global))\n";
}

std::string load_text(Atomics atomics, const AtomicObject& object, OrderAndScope how) {
  if (atomics == Atomics::clang) return clang_call("load_n", object.pointer, how);
  return reference(object, how.scope) + ".load(" + cuda_order(how.order) + ")";
}

std::string store_text(Atomics atomics, const AtomicObject& object, const std::string& value,
                       OrderAndScope how) {
  if (atomics == Atomics::clang) {
    return clang_call("store_n", object.pointer + ", " + value, how);
  }
  return reference(object, how.scope) + ".store(" + value + ", " + cuda_order(how.order) + ")";
}

std::optional<std::string> modify_text(Atomics atomics, AtomicOp op, const AtomicObject& object,
                                       const std::string& value, OrderAndScope how) {
  const std::optional<std::string> name = function_name(op);
  if (!name) return std::nullopt;
  if (atomics == Atomics::clang) {
    return clang_call(op == AtomicOp::exch ? *name + "_n" : *name, object.pointer + ", " + value,
                      how);
  }
  return reference(object, how.scope) + "." + *name + "(" + value + ", " + cuda_order(how.order) +
         ")";
}

std::string compare_exchange_text(Atomics atomics, const AtomicObject& object,
                                  const std::string& old, const std::string& value,
                                  OrderAndScope how, Order failure) {
  if (atomics == Atomics::clang) {
    return clang_call(
        "compare_exchange_n",
        object.pointer + ", &" + old + ", " + value + ", 0, " + clang_order(how.order),
        {failure, how.scope});
  }
  return reference(object, how.scope) + ".compare_exchange_strong(" + old + ", " + value + ", " +
         cuda_order(how.order) + ", " + cuda_order(failure) + ")";
}

std::string fence_statement(Atomics atomics, OrderAndScope how) {
  if (atomics == Atomics::clang) return clang_call("thread_fence", "", how);
  return "cuda::atomic_thread_fence(" + cuda_order(how.order) + ", " + cuda_scope(how.scope) + ")";
}

}  // namespace opexplore::mappings
