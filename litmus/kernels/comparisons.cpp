// Comparison and selection.
#include <array>
#include <utility>

#include "litmus/kernels/instructions.hpp"
#include "litmus/kernels/numbers.hpp"

namespace opexplore::kernel {

Number compared(ArithmeticOp op, Type type, const Number& left, const Number& right) {
  const auto is_less = [&](const Number& a, const Number& b) {
    return type.kind == 's' ? less(a, b) : less_unsigned(a, b);
  };
  switch (op) {
    case ArithmeticOp::equal:
      return equal(left, right);
    case ArithmeticOp::not_equal:
      return negation(equal(left, right));
    case ArithmeticOp::less:
      return is_less(left, right);
    case ArithmeticOp::less_equal:
      return negation(is_less(right, left));
    case ArithmeticOp::greater:
      return is_less(right, left);
    default:
      return negation(is_less(left, right));
  }
}

namespace {

using code::Compute;
using code::Formula;

/// `p ? a : b` as arithmetic, b + p * (a - b): a branch would order what follows.
void choose(Step& step, const code::Operand& destination, Type type, RegisterId predicate,
            Operand a, Operand b) {
  const NumberType number = number_type({'s', type.bits});
  const auto* const first = std::get_if<Value>(&a);
  const auto* const second = std::get_if<Value>(&b);
  Operand part = RegisterOperand{predicate};
  if (first == nullptr || second == nullptr) {
    const RegisterId gap = step.temporary(type);
    step.emit(ArithmeticOp::sub, gap, a, b, number);
    step.emit(ArithmeticOp::mul, gap, part, RegisterOperand{gap}, number);
    part = RegisterOperand{gap};
  } else if (const Value gap = difference(*first, *second); gap != 1) {
    const RegisterId product = step.temporary(type);
    step.emit(ArithmeticOp::mul, product, part, gap, number);
    part = RegisterOperand{product};
  }
  const bool added = b != Operand{Value{0}};
  step.emit(added ? ArithmeticOp::add : ArithmeticOp::move, step.set_run_time(destination), part, b,
            number);
}

void select(Step& step, const Compute& what) {
  const Type type = what.type;
  const code::Operand& destination = step.destination();
  const Input a = step.input(step.operands()[1], type);
  const Input b = step.input(step.operands()[2], type);
  const Input predicate = step.input(step.operands()[3], {'p', 1});
  if (predicate.known.is_constant()) {
    const Input& chosen = predicate.known.number != 0 ? a : b;
    if (chosen.known.kind != Abstract::Kind::run_time) return step.set(destination, chosen.known);
    return copy(step, destination, chosen, type);
  }
  choose(step, destination, type, predicate.reg, step.run_time(a), step.run_time(b));
  const auto points = [](const Abstract& known) { return known.is_address() || known.inside; };
  const bool same = points(a.known) && points(b.known) && a.known.object == b.known.object;
  if (same) step.note_object(destination, inside(a.known.object));
}

void find_extreme(Step& step, const Compute& what) {
  const Type type = what.type;
  const code::Operand& destination = step.destination();
  const Input a = step.number(step.operands()[1], type);
  const Input b = step.number(step.operands()[2], type);
  const ArithmeticOp better =
      what.formula == Formula::maximum ? ArithmeticOp::greater : ArithmeticOp::less;
  if (a.known.is_constant() && b.known.is_constant()) {
    const bool first = *fold(better, type, a.known.number, b.known.number) != 0;
    return step.set(destination, first ? a.known : b.known);
  }
  if (type.bits < 32) {
    Calculation of(step);
    const Number one = of.operand(1, type);
    const Number other = of.operand(2, type);
    return of.set(destination, choose(compared(better, type, one, other), one, other));
  }
  const Operand left = step.run_time(a);
  const Operand right = step.run_time(b);
  const RegisterId predicate = step.temporary({'p', 1});
  step.emit(better, predicate, left, right, number_type(type, true));
  choose(step, destination, type, predicate, left, right);
}

/// The comparison of the operands at `first` and behind it.
Number comparison(Step& step, Calculation& of, ArithmeticOp op, Type type, std::size_t first) {
  const Input left = step.input(step.operands()[first], type);
  const Input right = step.input(step.operands()[first + 1], type);
  if (const auto known = compare_addresses(op, left, right)) return known->number;
  return compared(op, type, of.operand(first, type), of.operand(first + 1, type));
}

Number combined(const Compute& how, const Number& truth, const Number& with) {
  if (how.combines == ArithmeticOp::bit_and) return truth & with;
  return how.combines == ArithmeticOp::bit_or ? truth | with : truth ^ with;
}

void compare(Step& step, const Compute& what) {
  const auto operands = step.operands();
  const std::size_t first = step.instruction().results;
  const bool combines = what.combines.has_value();
  Calculation of(step);
  const Number truth = comparison(step, of, what.op, what.type, first);
  const Number with = combines ? of.operand(first + 2, {'p', 1}) : Number(0);
  std::vector<std::pair<code::Operand, Number>> results = {
      {operands[0], combines ? combined(what, truth, with) : truth}};
  if (first == 2) {
    const Number other = negation(truth);
    results.emplace_back(operands[1], combines ? combined(what, other, with) : other);
  }
  of.set(results);
}

void set_by_comparison(Step& step, const Compute& what) {
  Calculation of(step);
  Number truth = comparison(step, of, what.op, what.type, 1);
  if (what.combines) truth = combined(what, truth, of.operand(3, {'p', 1}));
  of.set(step.destination(), truth_as(what.result, truth));
}

/// a if c is not negative, or else b.
void select_by_sign(Step& step, const Compute& what) {
  Calculation of(step);
  const Number a = of.operand(1, what.result);
  const Number b = of.operand(2, what.result);
  of.set(step.destination(), choose(less(of.operand(3, what.type), 0), b, a));
}

}  // namespace

Number truth_as(Type type, const Number& truth) {
  constexpr Value one = 0x3F800000;  // 1.0 in 32 bits
  return type.kind == 'f' ? truth * one : 0 - truth;
}

std::span<const Evaluator> comparison_evaluators() {
  static constexpr std::array<Evaluator, 6> evaluators = {{
      {Formula::comparison, compare},
      {Formula::comparison_value, set_by_comparison},
      {Formula::selection, select},
      {Formula::selection_by_sign, select_by_sign},
      {Formula::minimum, find_extreme},
      {Formula::maximum, find_extreme},
  }};
  return evaluators;
}

}  // namespace opexplore::kernel
