#include "opmodel/parts/reachable_values.hpp"

#include "opmodel/instruction.hpp"
#include "opmodel/parts/liveness.hpp"

namespace opexplore {

namespace {

// What f makes of any two; any if one of them is.
template <class F>
PossibleValues combined(const PossibleValues& left, const PossibleValues& right, const F& f) {
  if (left.is_any() || right.is_any()) return PossibleValues::any();
  PossibleValues result;
  for (const Value a : left.values()) {
    for (const Value b : right.values()) result.add(f(a, b));
  }
  return result;
}

// Returns whether the set has grown.
bool grow(PossibleValues& set, const PossibleValues& more) {
  if (set.is_any()) return false;
  const std::size_t before = set.values().size();
  set.add(more);
  return set.is_any() || set.values().size() != before;
}

}  // namespace

ReachableValues::ReachableValues(const Test& test) : program_(test.program) {
  const Liveness liveness(test);
  for (const Location& location : program_.locations) locations_.emplace_back(location.initial);
  for (std::size_t t = 0; t < program_.threads.size(); ++t) {
    auto& registers = registers_.emplace_back(program_.threads[t].registers.size());
    for (const RegisterId reg : liveness.live(static_cast<ThreadId>(t), 0)) {
      registers[reg].add(program_.threads[t].registers[reg].initial);
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      for (std::size_t at = 0; at < program_.threads[t].instructions.size(); ++at) {
        changed = pass_through(static_cast<ThreadId>(t), static_cast<InstructionId>(at)) || changed;
      }
    }
  }
}

const PossibleValues& ReachableValues::of(const Observable& observable) const {
  if (const auto* const term = std::get_if<RegisterTerm>(&observable)) return of(*term);
  return of(program_.addresses[std::get<LocationTerm>(observable).address].location);
}

PossibleValues ReachableValues::operand(ThreadId thread, const Operand& operand) const {
  if (const auto* const constant = std::get_if<Value>(&operand)) return PossibleValues(*constant);
  return registers_[thread][std::get<RegisterOperand>(operand).id];
}

// A compare-and-swap that fails puts back what is there already, if anything.
PossibleValues ReachableValues::modified(ThreadId thread, const Action& action) const {
  const AtomicOp op = read_modify_write(action)->op;
  PossibleValues with = operand(thread, *stored_operand(action));
  if (op == AtomicOp::exch || op == AtomicOp::cas) return with;
  return combined(of(program_.addresses[*address_of(action)].location), with,
                  [op](Value old, Value operand) { return evaluate(op, old, operand); });
}

PossibleValues ReachableValues::stored(ThreadId thread, InstructionId at) const {
  const Action& action = program_.threads[thread].instructions[at].action;
  if (!writes_memory(action)) return {};
  if (read_modify_write(action) != nullptr) return modified(thread, action);
  return operand(thread, *stored_operand(action));
}

PossibleValues ReachableValues::result(ThreadId thread, InstructionId at) const {
  const Action& action = program_.threads[thread].instructions[at].action;
  if (reads_memory(action)) return of(program_.addresses[*address_of(action)].location);
  const auto* const arithmetic = std::get_if<Arithmetic>(&action);
  if (arithmetic == nullptr) return PossibleValues::any();
  // A move ignores its second operand.
  const bool moves = arithmetic->op == ArithmeticOp::move;
  const PossibleValues right = moves ? PossibleValues(0) : operand(thread, arithmetic->right);
  return combined(operand(thread, arithmetic->left), right, [&](Value left, Value with) {
    return evaluate(arithmetic->op, left, with, arithmetic->type);
  });
}

// Returns whether a set has grown.
bool ReachableValues::pass_through(ThreadId thread, InstructionId at) {
  const Action& action = program_.threads[thread].instructions[at].action;
  bool grown = false;
  if (writes_memory(action)) {
    const LocationId location = program_.addresses[*address_of(action)].location;
    grown = grow(locations_[location], stored(thread, at));
  }
  if (const auto written = register_written(action)) {
    grown = grow(registers_[thread][*written], result(thread, at)) || grown;
  }
  return grown;
}

bool is_refuted(const Test& test, const Goal& goal, const ReachableValues& values) {
  return !goal.is_open([&](std::size_t index) { return values.of(test.observables[index]); });
}

}  // namespace opexplore
