// Programs as terms of the Coq library (export/coq/Program.v), constructor by constructor and apart
// from the notation that certificates are written in.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

#include "opmodel/condition.hpp"
#include "opmodel/program.hpp"
#include "tests/export/coq/terms.hpp"

namespace opexplore::coq_terms {

/// The constructor of that name; `Program` has one that is also a machine.
inline std::string order(Order order) { return "Program." + std::string(to_string(order)); }
inline std::string scope(Scope scope) { return "Program." + std::string(to_string(scope)); }

inline std::string comparison(Comparison comparison) {
  constexpr std::string_view names[] = {"equal",      "not_equal", "less",
                                        "less_equal", "greater",   "greater_equal"};
  return std::string(names[static_cast<std::size_t>(comparison)]);
}

inline std::string operation(ArithmeticOp op) {
  constexpr std::string_view names[] = {"move", "add",     "sub",    "mul",
                                        "div",  "bit_and", "bit_or", "bit_xor"};
  const auto index = static_cast<std::size_t>(op);
  if (index < std::size(names)) return std::string(names[index]);
  return "(setp " + comparison(static_cast<Comparison>(index - std::size(names))) + ')';
}

inline std::string operation(AtomicOp op) {
  constexpr std::string_view names[] = {"add", "sub", "mul", "div", "and",  "or", "xor",
                                        "min", "max", "inc", "dec", "exch", "cas"};
  return "atom_" + std::string(names[static_cast<std::size_t>(op)]);
}

inline std::string operand(const Operand& operand) {
  const auto* reg = std::get_if<RegisterOperand>(&operand);
  return reg != nullptr ? "(Register " + number(reg->id) + ')'
                        : "(Immediate " + integer(std::get<Value>(operand)) + ')';
}

inline std::string operand(const std::optional<Operand>& value) {
  return value ? "(Some " + operand(*value) + ')' : "None";
}

inline std::string reg(const std::optional<RegisterId>& value) {
  return value ? "(Some " + number(*value) + ')' : "None";
}

inline std::string term(const Load& load) {
  return "ILoad (Build_Load " + number(load.destination) + ' ' + number(load.address) + ' ' +
         std::string(to_string(load.proxy)) + ' ' + order(load.order) + ' ' + scope(load.scope) +
         ' ' + reg(load.pointer) + ')';
}

inline std::string term(const Store& store) {
  return "IStore (Build_Store " + number(store.address) + ' ' + operand(store.value) + ' ' +
         std::string(to_string(store.proxy)) + ' ' + order(store.order) + ' ' + scope(store.scope) +
         ' ' + reg(store.pointer) + ')';
}

inline std::string term(const Atomic& atomic) {
  return "IAtomic (Build_Atomic " + operation(atomic.op) + ' ' + reg(atomic.destination) + ' ' +
         number(atomic.address) + ' ' + operand(atomic.operand) + ' ' + operand(atomic.expected) +
         ' ' + std::string(to_string(atomic.proxy)) + ' ' + order(atomic.order) + ' ' +
         scope(atomic.scope) + ' ' + reg(atomic.pointer) + ')';
}

inline std::string term(const Fence& fence) {
  return "IFence " + order(fence.order) + ' ' + scope(fence.scope);
}

inline std::string term(const ProxyFence& fence) {
  return "IProxyFence fence_" + std::string(to_string(fence.kind));
}

/// Of Vulkan, and no certificate speaks of it.
inline std::string term(const DeviceOperation& operation) {
  throw std::logic_error(std::string(to_string(operation.kind)) + " has no term");
}

inline std::string term(const Barrier& barrier) {
  return "IBarrier (Build_Barrier " + truth(barrier.arrive) + ' ' + integer(barrier.instance) +
         ' ' + operand(barrier.id) + ' ' + operand(barrier.quorum) + ')';
}

inline std::string term(const Arithmetic& arithmetic) {
  return "IArithmetic (Build_Arithmetic " + operation(arithmetic.op) + ' ' +
         number(arithmetic.destination) + ' ' + operand(arithmetic.left) + ' ' +
         operand(arithmetic.right) + ' ' + std::string(to_string(arithmetic.type)) + ')';
}

inline std::string term(const Branch& branch) {
  const std::string asked =
      branch.comparison ? "(Some " + comparison(*branch.comparison) + ')' : "None";
  return "IBranch (Build_Branch " + asked + ' ' + operand(branch.left) + ' ' +
         operand(branch.right) + ' ' + number(branch.target) + ')';
}

// The Coq machines have none.
inline std::string term(const Asynchronous&) { return {}; }

inline std::string term(const Thread& thread) {
  return "Build_Thread " + number(thread.cta) + ' ' + number(thread.gpu) + ' ' +
         list(thread.instructions,
              [](const Instruction& instruction) {
                return std::visit([](const auto& action) { return term(action); },
                                  instruction.action);
              }) +
         ' ' + list(thread.registers, [](const Register& each) { return integer(each.initial); });
}

inline std::string term(const Program& program) {
  return "Build_Program " + list(program.threads, [](const Thread& each) { return term(each); }) +
         "\n  " +
         list(program.addresses,
              [](const Address& each) {
                return "Build_Address " + number(each.location) + ' ' + number(each.generic);
              }) +
         ' ' + list(program.locations, [](const Location& each) {
           return "Build_Location " + integer(each.initial) + ' ' +
                  std::string(to_string(each.region));
         });
}

inline std::string term(const Observable& observable) {
  if (const auto* reg = std::get_if<RegisterTerm>(&observable)) {
    return "RegisterTerm " + number(reg->thread) + ' ' + number(reg->reg);
  }
  return "LocationTerm " + number(std::get<LocationTerm>(observable).address);
}

/// The test's program and observables; its condition is true.
inline std::string term(const Test& test) {
  return "Build_Test \"\"%string (" + term(test.program) + ")\n  " +
         list(test.observables, [](const Observable& each) { return term(each); }) + " Truth";
}

}  // namespace opexplore::coq_terms
