#include "litmus/kernels/float_atomics.hpp"

#include "litmus/kernels/floats.hpp"

namespace opexplore::kernel {

void add_float(Step& step, const Target& target, const Access& access, const Extent& extent,
               const PtxOperand& operand) {
  const Type type = *access.type;
  const Type bits{'u', type.bits};
  const Type held{'s', type.bits};
  const AddressId address = target.values.front().addresses.front();
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
  const Operand sum = of.result(float_sum(format_of(type), old, of.operand(operand, bits)));
  const RegisterId next = step.temporary(held);
  step.emit(ArithmeticOp::move, next, sum, Value{0}, number_type(held));
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
  const bool is_read =
      step.mnemonic().name.is("atom") && step.operands().front().kind != PtxOperand::Kind::nothing;
  if (!is_read) return;
  step.emit(ArithmeticOp::move, step.set_run_time(step.destination()),
            RegisterOperand{load.destination}, Value{0}, number_type(held));
}

}  // namespace opexplore::kernel
