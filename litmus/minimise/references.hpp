// Everything in a test that refers to a register, or can be the number of an address.
#pragma once

#include <optional>
#include <variant>

#include "opmodel/condition.hpp"

namespace opexplore::minimise {

/// Calls `use` with each Operand of the action, also those that may be missing.
template <class Use>
void for_each_operand(Action& action, Use&& use) {
  const auto maybe = [&](std::optional<Operand>& operand) {
    if (operand) use(*operand);
  };
  if (auto* const store = std::get_if<Store>(&action)) use(store->value);
  if (auto* const atomic = std::get_if<Atomic>(&action)) {
    use(atomic->operand);
    use(atomic->expected);
  }
  if (auto* const barrier = std::get_if<Barrier>(&action)) {
    maybe(barrier->id);
    maybe(barrier->quorum);
  }
  if (auto* const arithmetic = std::get_if<Arithmetic>(&action)) {
    use(arithmetic->left);
    use(arithmetic->right);
  }
  if (auto* const branch = std::get_if<Branch>(&action)) {
    use(branch->left);
    use(branch->right);
  }
}

/// Calls `use` with each RegisterId of the action, so that it can be changed.
template <class Use>
void for_each_register(Action& action, Use&& use) {
  for_each_operand(action, [&](Operand& operand) {
    if (auto* const named = std::get_if<RegisterOperand>(&operand)) use(named->id);
  });
  const auto maybe = [&](std::optional<RegisterId>& id) {
    if (id) use(*id);
  };
  if (auto* const load = std::get_if<Load>(&action)) {
    use(load->destination);
    maybe(load->pointer);
  }
  if (auto* const store = std::get_if<Store>(&action)) maybe(store->pointer);
  if (auto* const atomic = std::get_if<Atomic>(&action)) {
    maybe(atomic->destination);
    maybe(atomic->pointer);
  }
  if (auto* const arithmetic = std::get_if<Arithmetic>(&action)) use(arithmetic->destination);
}

/// Calls `use` with each number that the formula compares with.
template <class Use>
void for_each_value(Proposition& proposition, Use& use) {
  for (Term* const term : {&proposition.left, &proposition.right}) {
    if (auto* const value = std::get_if<Value>(term)) use(*value);
  }
  for (Proposition& part : proposition.parts) for_each_value(part, use);
}

/// Calls `use` with each number that a register or location of the test can hold or be compared
/// with.
template <class Use>
void for_each_value(Test& test, Use use) {
  for (Thread& thread : test.program.threads) {
    for (Register& reg : thread.registers) use(reg.initial);
    for (Instruction& instruction : thread.instructions) {
      for_each_operand(instruction.action, [&](Operand& operand) {
        if (auto* const value = std::get_if<Value>(&operand)) use(*value);
      });
    }
  }
  for (Location& location : test.program.locations) use(location.initial);
  for_each_value(test.condition, use);
  if (test.filter) for_each_value(*test.filter, use);
}

}  // namespace opexplore::minimise
