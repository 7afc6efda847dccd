#include "opmodel/parts/flow.hpp"

#include <initializer_list>

namespace opexplore {

namespace {

void add(RegisterSet& set, const Operand& operand) {
  if (const auto* named = std::get_if<RegisterOperand>(&operand)) set.set(named->id);
}

void add(RegisterSet& set, const std::optional<Operand>& operand) {
  if (operand) add(set, *operand);
}

}  // namespace

Successors successors_of(const Thread& thread, InstructionId pc) {
  Successors result;
  if (pc >= thread.instructions.size()) return result;
  const auto* branch = std::get_if<Branch>(&thread.instructions[pc].action);
  const auto next = static_cast<InstructionId>(pc + 1);
  if (branch == nullptr || branch->comparison) result.targets[result.count++] = next;
  if (branch != nullptr && (!branch->comparison || branch->target != next)) {
    result.targets[result.count++] = branch->target;
  }
  return result;
}

RegisterSet registers_read(const Action& action) {
  RegisterSet set;
  if (const auto pointer = pointer_of(action)) set.set(*pointer);
  if (const auto* store = std::get_if<Store>(&action)) {
    add(set, store->value);
  } else if (const auto* atomic = std::get_if<Atomic>(&action)) {
    add(set, atomic->operand);
    if (atomic->op == AtomicOp::cas) add(set, atomic->expected);
  } else if (const auto* barrier = std::get_if<Barrier>(&action)) {
    add(set, barrier->id);
    add(set, barrier->quorum);
  } else if (const auto* arithmetic = std::get_if<Arithmetic>(&action)) {
    add(set, arithmetic->left);
    if (arithmetic->op != ArithmeticOp::move) add(set, arithmetic->right);
  } else if (const auto* branch = std::get_if<Branch>(&action); branch && branch->comparison) {
    add(set, branch->left);
    add(set, branch->right);
  }
  return set;
}

std::optional<RegisterId> register_written(const Action& action) {
  if (const auto* load = std::get_if<Load>(&action)) return load->destination;
  if (const auto* atomic = std::get_if<Atomic>(&action)) return atomic->destination;
  if (const auto* arithmetic = std::get_if<Arithmetic>(&action)) return arithmetic->destination;
  return std::nullopt;
}

std::optional<RegisterId> pointer_of(const Action& action) {
  if (const auto* load = std::get_if<Load>(&action)) return load->pointer;
  if (const auto* store = std::get_if<Store>(&action)) return store->pointer;
  if (const auto* atomic = std::get_if<Atomic>(&action)) return atomic->pointer;
  return std::nullopt;
}

std::optional<AddressId> address_of(const Action& action) {
  if (const auto* load = std::get_if<Load>(&action)) return load->address;
  if (const auto* store = std::get_if<Store>(&action)) return store->address;
  if (const auto* atomic = std::get_if<Atomic>(&action)) return atomic->address;
  return std::nullopt;
}

}  // namespace opexplore
