#include "litmus/kernels/atomic_loops.hpp"

#include "litmus/kernels/floats.hpp"
#include "litmus/kernels/numbers.hpp"

namespace opexplore::kernel {

namespace {

Number updated(const Access& access, const Number& old, const Number& operand) {
  if (access.complements) return low_part(~(old & operand), bits_of(access.type));
  if (*access.op == AtomicOp::add) return float_sum(format_of(access.type), old, operand);
  const bool least = *access.op == AtomicOp::min;
  const Number first = less_unsigned(old, operand);
  return least ? choose(first, old, operand) : choose(first, operand, old);
}

}  // namespace

RegisterId update_in_loop(Step& step, const Target& target, const Access& access,
                          const Extent& extent, std::size_t index, const code::Operand& operand) {
  const Type type = access.type;
  const Type bits{'u', type.bits};
  const Type held{'s', type.bits};
  const AddressId address = target.values[index].addresses.front();
  const Scope scope = access.scope.value_or(Scope::gpu);
  Load load;
  fill(load, target, address, access);
  load.order = Order::relaxed;
  load.scope = scope;
  load.destination = step.temporary(held);
  const InstructionId begin = step.here();
  step.emit(load);
  finish(step, target, access, extent, begin);
  Calculation of(step);
  const Number old = of.held_by(load.destination, bits);
  const Operand now = of.result(updated(access, old, of.operand(operand, bits)));
  const RegisterId next = step.temporary(held);
  step.emit(ArithmeticOp::move, next, now, Value{0}, number_type(held));
  Atomic action;
  fill(action, target, address, access);
  action.op = AtomicOp::cas;
  action.order = access.order.value_or(Order::relaxed);
  action.scope = scope;
  action.expected = RegisterOperand{load.destination};
  action.operand = RegisterOperand{next};
  action.destination = step.temporary(held);
  const InstructionId swap = step.here();
  step.emit(action);
  finish(step, target, access, extent, swap);
  step.emit(Branch{Comparison::not_equal, RegisterOperand{*action.destination},
                   RegisterOperand{load.destination}, begin});
  return load.destination;
}

}  // namespace opexplore::kernel
