// Conditions: comparisons, `&&` and `||`, and the jumps they become.
#include "litmus/language/c_format/emitter.hpp"

namespace opexplore::detail {

namespace {

using Kind = Expression::Kind;

Comparison jump_comparison(ArithmeticOp op, bool sense) {
  switch (op) {
    case ArithmeticOp::equal:
      return sense ? Comparison::equal : Comparison::not_equal;
    case ArithmeticOp::less:
      return sense ? Comparison::less : Comparison::greater_equal;
    case ArithmeticOp::less_equal:
      return sense ? Comparison::less_equal : Comparison::greater;
    case ArithmeticOp::greater:
      return sense ? Comparison::greater : Comparison::less_equal;
    case ArithmeticOp::greater_equal:
      return sense ? Comparison::greater_equal : Comparison::less;
    default:
      return sense ? Comparison::not_equal : Comparison::equal;
  }
}

}  // namespace

Emitter::Result Emitter::logical(const Expression& expression) {
  if (has_effect(expression.parts[1])) return short_circuit(expression);
  std::vector<Operand> truths;
  for (const Expression& part : expression.parts) {
    const Result value = evaluate(part);
    const bool is_truth = value.type == NumberType::pred && value.held == NumberType::pred;
    if (is_truth) {
      truths.push_back(value.operand);
      continue;
    }
    const RegisterId reg = code_.temporary(NumberType::pred, part.first);
    code_.add(Arithmetic{ArithmeticOp::not_equal, reg, truth(value, part), Value{0},
                         common_type(value.type, value.type)},
              part.first, part.text());
    truths.push_back(operand(reg));
  }
  const ArithmeticOp op =
      expression.is(Kind::conjunction) ? ArithmeticOp::bit_and : ArithmeticOp::bit_or;
  const RegisterId result = code_.temporary(NumberType::pred, expression.first);
  code_.add(Arithmetic{op, result, truths[0], truths[1], NumberType::s32}, expression.first,
            expression.text());
  return {operand(result), NumberType::pred, NumberType::pred};
}

/// The right side is evaluated only if the left one does not decide.
Emitter::Result Emitter::short_circuit(const Expression& expression) {
  const bool decides = expression.is(Kind::disjunction);
  const RegisterId result = code_.temporary(NumberType::pred, expression.first);
  const Label done = code_.new_label();
  code_.add(
      Arithmetic{ArithmeticOp::move, result, Value{decides ? 1 : 0}, Value{0}, NumberType::pred},
      expression.first, expression.text());
  jump_if(expression.parts[0], decides, done, expression.text());
  assign(expression.parts[1], result, expression.parts[1].text());
  code_.bind(done);
  return {operand(result), NumberType::pred, NumberType::pred};
}

void Emitter::jump_if(const Expression& condition, bool sense, Label target,
                      const std::string& text) {
  if (condition.is(Kind::number)) {
    if ((condition.number != 0) == sense) code_.jump({}, target, condition.first, text);
    return;
  }
  if (condition.is(Kind::unary) && condition.operation == ArithmeticOp::equal) {
    jump_if(condition.parts[0], !sense, target, text);
    return;
  }
  if (condition.is(Kind::conjunction) || condition.is(Kind::disjunction)) {
    const bool decides = condition.is(Kind::disjunction);
    if (sense == decides) {
      jump_if(condition.parts[0], sense, target, text);
      jump_if(condition.parts[1], sense, target, text);
      return;
    }
    const Label on = code_.new_label();
    jump_if(condition.parts[0], !sense, on, text);
    jump_if(condition.parts[1], sense, target, text);
    code_.bind(on);
    return;
  }
  if (condition.is(Kind::binary) && is_comparison(condition.operation)) {
    compare_and_jump(condition, sense, target, text);
    return;
  }
  const Operand value = truth(evaluate(condition), condition);
  code_.jump(Branch{sense ? Comparison::not_equal : Comparison::equal, value, Value{0}, 0}, target,
             condition.first, text);
}

/// Jumps compare signed numbers of 64 bits; what that does not fit is computed first.
void Emitter::compare_and_jump(const Expression& condition, bool sense, Label target,
                               const std::string& text) {
  const Result left = evaluate(condition.parts[0]);
  const Result right = evaluate(condition.parts[1]);
  const NumberType type = common_type(left.type, right.type);
  const ArithmeticOp op = condition.operation;
  const bool wide = type == NumberType::s64 || type == NumberType::u64;
  const bool only_bits = op == ArithmeticOp::equal || op == ArithmeticOp::not_equal;
  const auto as_it_is = [&](const Result& part) {
    if (const auto* const number = std::get_if<Value>(&part.operand)) {
      return as_type(type, *number) == *number;
    }
    return keeps_value(part.held, part.type) &&
           (part.type == NumberType::pred || part.type == type || wide);
  };
  if ((type != NumberType::u64 || only_bits) && as_it_is(left) && as_it_is(right)) {
    code_.jump(Branch{jump_comparison(op, sense), left.operand, right.operand, 0}, target,
               condition.first, text);
    return;
  }
  const Result truth = arithmetic(condition, left, right, {});
  code_.jump(Branch{sense ? Comparison::not_equal : Comparison::equal, truth.operand, Value{0}, 0},
             target, condition.first, text);
}

}  // namespace opexplore::detail
