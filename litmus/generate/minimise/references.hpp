// Everything in a test that can be the number of an address.
#pragma once

#include <variant>

#include "opmodel/condition.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::minimise {

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
