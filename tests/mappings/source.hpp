// C++ tests made by hand, for the tests of mappings.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "opmodel/condition.hpp"

namespace opexplore::testing {

/// A C++ test: each thread is in a CTA of its own, has the registers r0 to r3 of type int, and the
/// locations are x and y. Observed are all registers and locations; the condition is true.
/// Instruction i of a thread has the place (10 + i, thread + 1).
inline Test cxx_test(std::vector<std::vector<Action>> threads) {
  Test test;
  test.name = "Source";
  test.path = "source.litmus";
  test.program.language = Language::cxx;
  for (const char* const name : {"x", "y"}) {
    const auto id = static_cast<AddressId>(test.program.addresses.size());
    test.program.locations.push_back({.name = name});
    test.program.addresses.push_back(
        {.name = name, .location = static_cast<LocationId>(id), .generic = id});
  }
  for (std::size_t number = 0; number < threads.size(); ++number) {
    Thread thread;
    thread.cta = static_cast<std::uint32_t>(number);
    for (RegisterId reg = 0; reg < 4; ++reg) {
      thread.registers.push_back({.name = "r" + std::to_string(reg), .type = NumberType::s32});
      test.observables.emplace_back(RegisterTerm{static_cast<ThreadId>(number), reg});
    }
    for (Action& action : threads[number]) {
      const auto line = static_cast<std::uint32_t>(10 + thread.instructions.size());
      const auto column = static_cast<std::uint32_t>(number + 1);
      thread.instructions.push_back({std::move(action), {line, column}, ""});
    }
    test.program.threads.push_back(std::move(thread));
  }
  test.observables.emplace_back(LocationTerm{0});
  test.observables.emplace_back(LocationTerm{1});
  test.shown = test.observables.size();
  return test;
}

inline Load cxx_load(RegisterId to, AddressId from, Order order, Scope scope = Scope::gpu) {
  Load load;
  load.destination = to;
  load.address = from;
  load.order = order;
  load.scope = scope;
  return load;
}

inline Store cxx_store(AddressId to, Operand value, Order order, Scope scope = Scope::gpu) {
  Store store;
  store.address = to;
  store.value = value;
  store.order = order;
  store.scope = scope;
  return store;
}

inline Atomic cxx_atomic(AtomicOp op, std::optional<RegisterId> old, AddressId address,
                         Operand value, Order order, Scope scope = Scope::gpu) {
  Atomic atomic;
  atomic.op = op;
  atomic.destination = old;
  atomic.address = address;
  atomic.operand = value;
  atomic.order = order;
  atomic.scope = scope;
  return atomic;
}

inline Atomic cxx_cas(RegisterId old, AddressId address, Operand expected, Operand desired,
                      Order success, Order failure, Scope scope = Scope::gpu) {
  Atomic atomic = cxx_atomic(AtomicOp::cas, old, address, desired, success, scope);
  atomic.expected = expected;
  atomic.failure = failure;
  return atomic;
}

inline Fence cxx_fence(Order order, Scope scope = Scope::gpu) { return {order, scope}; }

inline Operand reg(RegisterId id) { return RegisterOperand{id}; }

}  // namespace opexplore::testing
