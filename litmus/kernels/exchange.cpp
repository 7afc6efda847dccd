#include "litmus/kernels/exchange.hpp"

#include <algorithm>
#include <string>
#include <variant>

#include "litmus/language/limits.hpp"

namespace opexplore::kernel {

Exchange::Exchange(Step& step, Value number, const std::optional<Barrier>& barrier)
    : step_(step),
      number_(number),
      meeting_(step.around().meetings.at(number)),
      barrier_(barrier) {}

Exchange::Exchange(Step& step, const Lanes& lanes) : Exchange(step, lanes.meeting) {
  mask_ = lanes.mask_in;
}

void Exchange::give(std::optional<Operand> value) {
  step_.around().meetings.note_value(number_, step_.statement(), step_.executor().number,
                                     value.has_value());
  if (value) {
    own_ = *value;
    if (!alone()) post(*value);
  }
  if (barrier_) {
    step_.meet(number_, *barrier_);
  } else {
    meet();
  }
}

bool Exchange::is_undefined(ThreadId member) const {
  const std::pair here{&step_.statement(), member};
  return meeting_.undefined.contains(here) && !meeting_.defined.contains(here);
}

Operand Exchange::value_of(ThreadId member) {
  if (member == step_.executor().number) return own_;
  const RegisterId reg = step_.scratch(Scratch::read);
  read(member, reg);
  return RegisterOperand{reg};
}

void Exchange::read(ThreadId member, RegisterId destination) {
  Load load;
  load.address = mailbox(member);
  load.destination = destination;
  if (!mask_) return step_.emit(load);
  const auto mate = std::ranges::find(step_.executor().warp_mates, member, &Mate::number);
  const RegisterId named = step_.scratch(Scratch::named);
  step_.emit(ArithmeticOp::move, destination, Value{0}, Value{0}, NumberType::s64);
  step_.emit(ArithmeticOp::bit_and, named, RegisterOperand{*mask_}, Value{1} << mate->lane,
             NumberType::s64);
  const InstructionId other =
      step_.emit_branch(Comparison::equal, RegisterOperand{named}, Value{0});
  step_.emit(load);
  step_.land(other);
}

void Exchange::finish() {
  if (alone()) return;
  meet();
  if (meeting_.certain) return;
  post(Value{0});
  meet();
}

AddressId Exchange::mailbox(ThreadId owner) {
  const Executor& executor = step_.executor();
  Object object;
  object.name =
      "mailbox_gpu" + std::to_string(executor.gpu) + "_cta" + std::to_string(executor.cta);
  if (!meeting_.certain) object.name += "_" + std::to_string(number_);
  object.space = Space::shared;
  object.width = 8;
  object.count = max_threads;
  object.hidden = true;
  Memory& memory = step_.around().memory;
  const Element element{memory.object(object.name, object), Value{8} * owner, 8};
  return std::get<AddressId>(
      memory.element(element, false, {step_.around().source, step_.instruction().place}));
}

void Exchange::post(Operand value) {
  Store store;
  store.address = mailbox(step_.executor().number);
  store.value = value;
  step_.emit(store);
}

void Exchange::meet() {
  if (meeting_.expected != own_bit()) step_.meet(number_);
}

}  // namespace opexplore::kernel
