// Atomics, fences and control barriers (SPIR-V specification, 3.42.18 "Atomic Instructions" and
// 3.42.20 "Barrier Instructions").
#include <array>
#include <optional>
#include <spirv/unified1/spirv.hpp11>

#include "litmus/spirv/semantics.hpp"
#include "litmus/spirv/step.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::spirv {

namespace {

using spv::Op;

/// What an atomic does with memory, and which instruction computes the same of two numbers.
struct Modification {
  Op op;
  AtomicOp atomic;
  Op computed;
};

constexpr std::array modifications{
    Modification{Op::OpAtomicIAdd, AtomicOp::add, Op::OpIAdd},
    Modification{Op::OpAtomicISub, AtomicOp::sub, Op::OpISub},
    Modification{Op::OpAtomicIIncrement, AtomicOp::add, Op::OpIAdd},
    Modification{Op::OpAtomicIDecrement, AtomicOp::sub, Op::OpISub},
    Modification{Op::OpAtomicAnd, AtomicOp::bit_and, Op::OpBitwiseAnd},
    Modification{Op::OpAtomicOr, AtomicOp::bit_or, Op::OpBitwiseOr},
    Modification{Op::OpAtomicXor, AtomicOp::bit_xor, Op::OpBitwiseXor},
    Modification{Op::OpAtomicSMin, AtomicOp::min, Op::OpSLessThan},
    Modification{Op::OpAtomicSMax, AtomicOp::max, Op::OpSGreaterThan},
    Modification{Op::OpAtomicUMin, AtomicOp::min, Op::OpULessThan},
    Modification{Op::OpAtomicUMax, AtomicOp::max, Op::OpUGreaterThan},
    Modification{Op::OpAtomicExchange, AtomicOp::exch, Op::OpNop}};

const Modification* modification_of(Op op) {
  for (const Modification& modification : modifications) {
    if (modification.op == op) return &modification;
  }
  return nullptr;
}

/// Where an atomic goes: to a location, or to memory of the thread's own.
struct Target {
  std::uint32_t object = 0;
  std::uint32_t offset = 0;
  bool is_shared = false;
};

Target target_of(const Step& step, const Type& type) {
  const Known known = step.operand(0);
  if (known.kind != Known::Kind::pointer) {
    step.fail("where it points to is not known before the program runs",
              "addresses may depend on constants, on the number of the thread and on loops with a "
              "known number of turns");
  }
  if (type.kind != Type::Kind::integer) step.fail("not modelled: atomics of other than integers");
  const Memory& memory = step.around().memory;
  return {known.object, memory.offset(known.object, known.number, type.size, step.instruction()),
          memory.at(known.object).is_shared()};
}

/// What the model says of an atomic that reads, writes, or does both.
VulkanAttributes attributes(const Step& step, const Target& target, const Ordering& ordering,
                            bool reads, bool writes) {
  VulkanAttributes result;
  result.scope = scope_of(step, 1);
  result.storage_class = class_of(step.around().memory.at(target.object).storage_class);
  result.semantics = ordering.classes;
  result.non_private = true;
  result.available = writes;
  result.visible = reads;
  result.make_available = ordering.make_available;
  result.make_visible = ordering.make_visible;
  return result;
}

void atomic_load(Step& step) {
  const Type& type = step.result_type();
  const Target target = target_of(step, type);
  const Ordering ordering = ordering_of(step, 2);
  if (releases(ordering.order)) step.fail("a load cannot release", "write Acquire");
  if (!target.is_shared) {
    return step.set(load_from(step, target.object, target.offset, step.instruction().type, {}));
  }
  Load access;
  access.address = step.address(target.object, target.offset, type);
  access.order = ordering.order;
  access.vulkan = attributes(step, target, ordering, true, false);
  access.destination = step.result_register(type);
  step.set(run_time(access.destination));
  step.emit(std::move(access));
}

void atomic_store(Step& step) {
  const Type& type = step.type_of(3);
  const Target target = target_of(step, type);
  const Ordering ordering = ordering_of(step, 2);
  if (acquires(ordering.order)) step.fail("a store cannot acquire", "write Release");
  if (!target.is_shared) return step.set_cell(target.object, target.offset, step.operand(3));
  Store access;
  access.address = step.address(target.object, target.offset, type);
  access.order = ordering.order;
  access.vulkan = attributes(step, target, ordering, false, true);
  access.value = step.run_time(step.operand(3));
  step.emit(std::move(access));
}

/// An atomic on memory of the thread's own computes there.
void modify_own(Step& step, const Modification& modification, const Target& target,
                const Type& type, const Known& operand) {
  const Known old = load_from(step, target.object, target.offset, step.instruction().type, {});
  Known value = operand;
  const auto code = static_cast<std::uint16_t>(modification.computed);
  if (modification.atomic == AtomicOp::min || modification.atomic == AtomicOp::max) {
    const Known takes = calculate(step, code, type, truth(), operand, old, Step::first_temporary);
    value = choose(step, type, takes, operand, old, Step::first_temporary + 1);
  } else if (modification.atomic != AtomicOp::exch) {
    value = calculate(step, code, type, type, old, operand, Step::first_temporary);
  }
  step.set_cell(target.object, target.offset, value);
  step.set(old);
}

void modify(Step& step, const Modification& modification) {
  const Type& type = step.result_type();
  const Target target = target_of(step, type);
  const bool by_one =
      modification.op == Op::OpAtomicIIncrement || modification.op == Op::OpAtomicIDecrement;
  const Known operand = by_one ? number(1) : step.operand(3);
  const Ordering ordering = ordering_of(step, 2);
  if (!target.is_shared) return modify_own(step, modification, target, type, operand);
  // Memory holds numbers of 32 and 64 bits with a sign.
  const bool is_unsigned =
      modification.op == Op::OpAtomicUMin || modification.op == Op::OpAtomicUMax;
  if (is_unsigned ? type.bits >= 32 : type.bits < 32) {
    step.fail("not modelled: this on integers of " + std::to_string(type.bits) + " bits",
              "use integers of 32 bits with a sign");
  }
  Atomic access;
  access.address = step.address(target.object, target.offset, type);
  access.order = ordering.order;
  access.vulkan = attributes(step, target, ordering, true, true);
  access.op = modification.atomic;
  access.operand = step.run_time(operand);
  access.destination = step.result_register(type);
  step.set(run_time(*access.destination));
  step.emit(std::move(access));
}

void compare_and_exchange(Step& step) {
  const Type& type = step.result_type();
  const Target target = target_of(step, type);
  const Ordering equal = ordering_of(step, 2);
  const Ordering unequal = ordering_of(step, 3);
  if (!target.is_shared) step.fail("not modelled: this on memory of a thread's own");
  if (releases(unequal.order)) step.fail("a comparison that fails cannot release");
  const bool same_classes = unequal.classes == equal.classes || unequal.classes == 0;
  const bool same_visible = unequal.order != Order::acquire ||
                            (acquires(equal.order) && unequal.make_visible == equal.make_visible);
  if (!same_classes || !same_visible) {
    step.fail("not modelled: other memory semantics of a comparison that fails",
              "let them be those of one that succeeds, without the release, or relaxed");
  }
  Atomic access;
  access.address = step.address(target.object, target.offset, type);
  access.order = equal.order;
  access.failure = unequal.order;
  access.vulkan = attributes(step, target, equal, true, true);
  access.op = AtomicOp::cas;
  access.operand = step.run_time(step.operand(4));
  access.expected = step.run_time(step.operand(5));
  access.destination = step.result_register(type);
  step.set(run_time(*access.destination));
  step.emit(std::move(access));
}

VulkanAttributes attributes(const Ordering& ordering, VulkanScope scope) {
  VulkanAttributes result;
  result.scope = scope;
  result.semantics = ordering.classes;
  result.make_available = ordering.make_available;
  result.make_visible = ordering.make_visible;
  return result;
}

void fence(Step& step) {
  const Ordering ordering = ordering_of(step, 1);
  if (ordering.order == Order::relaxed) return;
  Fence fence;
  fence.order = ordering.order;
  fence.vulkan = attributes(ordering, scope_of(step, 0));
  step.emit(std::move(fence));
}

/// The number of the barrier is its place in the module, so that one in a loop is one.
void barrier(Step& step) {
  const VulkanScope execution = scope_of(step, 0);
  if (execution != VulkanScope::workgroup && execution != VulkanScope::subgroup) {
    step.fail("not modelled: a control barrier of this scope", "there are Workgroup and Subgroup");
  }
  const Ordering ordering = ordering_of(step, 2);
  const bool orders = ordering.order != Order::relaxed;
  const Place& place = step.instruction().place;
  Barrier barrier;
  barrier.instance = Value{place.line} << 20U | place.column | place.word;
  if (execution == VulkanScope::subgroup) barrier.id = Value{step.invocation().subgroup};
  barrier.order = orders ? ordering.order : Order::weak;
  barrier.vulkan = attributes(ordering, orders ? scope_of(step, 1) : execution);
  step.emit(std::move(barrier));
}

}  // namespace

bool execute_synchronisation(Step& step) {
  const Op op{step.instruction().opcode};
  if (const Modification* const modification = modification_of(op)) {
    return modify(step, *modification), true;
  }
  switch (op) {
    case Op::OpAtomicLoad:
      return atomic_load(step), true;
    case Op::OpAtomicStore:
      return atomic_store(step), true;
    case Op::OpAtomicCompareExchange:
    case Op::OpAtomicCompareExchangeWeak:
      return compare_and_exchange(step), true;
    case Op::OpMemoryBarrier:
      return fence(step), true;
    case Op::OpControlBarrier:
      return barrier(step), true;
    default:
      return false;
  }
}

}  // namespace opexplore::spirv
