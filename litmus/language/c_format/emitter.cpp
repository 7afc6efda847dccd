#include "litmus/language/c_format/emitter.hpp"

namespace opexplore::detail {

namespace {

using Kind = Expression::Kind;

/// What the memory holds after the operation, computed once more for the value of `x += 1`.
ArithmeticOp arithmetic_of(AtomicOp op) {
  switch (op) {
    case AtomicOp::sub:
      return ArithmeticOp::sub;
    case AtomicOp::bit_and:
      return ArithmeticOp::bit_and;
    case AtomicOp::bit_or:
      return ArithmeticOp::bit_or;
    case AtomicOp::bit_xor:
      return ArithmeticOp::bit_xor;
    default:
      return ArithmeticOp::add;
  }
}

bool is_bitwise(ArithmeticOp op) {
  return op == ArithmeticOp::bit_and || op == ArithmeticOp::bit_or || op == ArithmeticOp::bit_xor;
}

/// Atomic or not.
template <class Access>
Access access_to(const Expression& expression) {
  Access action;
  action.address = expression.object.address;
  action.order = expression.order;
  if (expression.order != Order::weak) action.scope = expression.scope;
  return action;
}

}  // namespace

bool keeps_value(NumberType from, NumberType to) {
  if (from == to || from == NumberType::pred) return true;
  if (to == NumberType::pred) return false;
  // 64 bits take all: what differs is only how they are read.
  return to == NumberType::s64 || to == NumberType::u64 || to == NumberType::b64;
}

RegisterId Emitter::destination(const Wanted& wanted, NumberType type,
                                const Expression& expression) {
  if (wanted.variable && keeps_value(type, code_.type_of(*wanted.variable))) {
    return *wanted.variable;
  }
  return code_.temporary(type, expression.first);
}

std::string Emitter::text(const Wanted& wanted, const Expression& expression) const {
  return wanted.text.empty() ? expression.text() : wanted.text;
}

Operand Emitter::as(const Result& result, NumberType type, const Expression& expression) {
  if (const auto* const number = std::get_if<Value>(&result.operand)) return as_type(type, *number);
  const auto converted = [&](const Operand& from, NumberType to) {
    const RegisterId reg = code_.temporary(to, expression.first);
    code_.add(Arithmetic{ArithmeticOp::move, reg, from, Value{0}, to}, expression.first,
              expression.text());
    return operand(reg);
  };
  const bool pending = !keeps_value(result.held, result.type);
  if (pending && type != result.type) {
    const Operand own = converted(result.operand, result.type);
    return keeps_value(result.type, type) ? own : converted(own, type);
  }
  return keeps_value(result.held, type) ? result.operand : converted(result.operand, type);
}

Operand Emitter::raw(const Result& result, NumberType type, const Expression& expression) {
  if (const auto* const number = std::get_if<Value>(&result.operand)) return as_type(type, *number);
  const bool pending = !keeps_value(result.held, result.type);
  return pending && type != result.type ? as(result, result.type, expression) : result.operand;
}

/// The operand whose being 0 or not is the truth of the value.
Operand Emitter::truth(const Result& result, const Expression& expression) {
  return as(result, result.type, expression);
}

Emitter::Result Emitter::evaluate(const Expression& expression) { return evaluate(expression, {}); }

Emitter::Result Emitter::evaluate(const Expression& expression, const Wanted& wanted) {
  switch (expression.kind) {
    case Kind::number:
      return {expression.number, expression.type, expression.type};
    case Kind::variable:
      return {operand(expression.variable), expression.type, expression.type};
    case Kind::load:
      return load(expression, wanted);
    case Kind::store:
      return store(expression, text(wanted, expression));
    case Kind::fetch:
      return fetch(expression, wanted);
    case Kind::compare:
      return compare_exchange(expression, wanted, true);
    case Kind::unary:
      return unary(expression, wanted);
    case Kind::binary:
      return binary(expression, wanted);
    case Kind::conjunction:
    case Kind::disjunction:
      return logical(expression);
    case Kind::assign:
      assign(expression.parts[0], expression.variable, expression.text());
      return {operand(expression.variable), expression.type, expression.type};
    case Kind::step:
      return step(expression, expression.text(), true);
    case Kind::cast:
      return cast(expression);
    case Kind::fence:
      break;
  }
  discard(expression, text(wanted, expression));
  return {};
}

Emitter::Result Emitter::load(const Expression& expression, const Wanted& wanted) {
  const NumberType type = expression.object.type;
  Load action = access_to<Load>(expression);
  action.destination = destination(wanted, type, expression);
  code_.add_access(action, expression.first, expression.object.name, text(wanted, expression));
  return {operand(action.destination), type, type};
}

Emitter::Result Emitter::store(const Expression& expression, const std::string& text) {
  const NumberType type = expression.object.type;
  const Expression& part = expression.parts[0];
  Store action = access_to<Store>(expression);
  action.value = as(evaluate(part), type, part);
  code_.add_access(action, expression.first, expression.object.name, text);
  return {action.value, type, type};
}

// WART: cxx-wrap. An int in memory does not wrap around at 32 bits.
Emitter::Result Emitter::fetch(const Expression& expression, const Wanted& wanted) {
  const NumberType type = expression.object.type;
  const Expression& part = expression.parts[0];
  Atomic action = access_to<Atomic>(expression);
  action.op = expression.atomic;
  action.operand = as(evaluate(part), type, part);
  if (expression.old_value) {
    action.destination = destination(wanted, type, expression);
    code_.add_access(action, expression.first, expression.object.name, text(wanted, expression));
    return {operand(*action.destination), type, type};
  }
  const RegisterId old = code_.temporary(type, expression.first);
  action.destination = old;
  code_.add_access(action, expression.first, expression.object.name, expression.text());
  const RegisterId result = destination(wanted, type, expression);
  code_.add(Arithmetic{arithmetic_of(action.op), result, operand(old), action.operand, type},
            expression.first, text(wanted, expression));
  return {operand(result), type, type};
}

// WART: weak-exchanges. No exchange fails spuriously.
/// The expected variable has the old value afterwards, whether the exchange succeeded (then it is
/// the same) or not. A spurious failure of the weak form is not modelled.
Emitter::Result Emitter::compare_exchange(const Expression& expression, const Wanted& wanted,
                                          bool result_used) {
  const NumberType type = expression.object.type;
  const Expression& expected = expression.parts[0];
  Atomic action = access_to<Atomic>(expression);
  action.op = AtomicOp::cas;
  action.failure = expression.failure;
  action.operand = as(evaluate(expression.parts[1]), type, expression.parts[1]);
  const bool in_memory = expected.is(Kind::load);
  const RegisterId variable = in_memory ? code_.temporary(type, expected.first) : expected.variable;
  if (in_memory) load(expected, {variable, expected.text()});
  action.expected = operand(variable);
  const RegisterId old = code_.temporary(type, expression.first);
  action.destination = old;
  code_.add_access(action, expression.first, expression.object.name, text(wanted, expression));
  std::optional<RegisterId> success;
  if (result_used || in_memory) {
    const bool clash = wanted.variable == variable;
    success = destination(clash ? Wanted{} : wanted, NumberType::pred, expression);
    code_.add(Arithmetic{ArithmeticOp::equal, *success, operand(old), operand(variable), type},
              expression.first, text(wanted, expression));
  }
  code_.add(Arithmetic{ArithmeticOp::move, variable, operand(old), Value{0}, type},
            expression.first, text(wanted, expression));
  if (in_memory) {
    const Label done = code_.new_label();
    code_.jump(Branch{Comparison::not_equal, operand(*success), Value{0}, 0}, done,
               expression.first, expression.text());
    Store back = access_to<Store>(expected);
    back.value = operand(variable);
    code_.add_access(back, expected.first, expected.object.name, expression.text());
    code_.bind(done);
  }
  return {success ? operand(*success) : Operand{Value{0}}, NumberType::pred, NumberType::pred};
}

Emitter::Result Emitter::unary(const Expression& expression, const Wanted& wanted) {
  const Result part = evaluate(expression.parts[0]);
  const Result zero{Value{0}, NumberType::s32, NumberType::s32};
  const Result ones{Value{-1}, NumberType::s32, NumberType::s32};
  if (expression.operation == ArithmeticOp::sub) return arithmetic(expression, zero, part, wanted);
  const bool complement = expression.operation == ArithmeticOp::bit_xor;
  return arithmetic(expression, part, complement ? ones : zero, wanted);
}

Emitter::Result Emitter::binary(const Expression& expression, const Wanted& wanted) {
  const Result left = evaluate(expression.parts[0]);
  const Result right = evaluate(expression.parts[1]);
  return arithmetic(expression, left, right, wanted);
}

Emitter::Result Emitter::arithmetic(const Expression& expression, const Result& left,
                                    const Result& right, const Wanted& wanted) {
  const NumberType type = common_type(left.type, right.type);
  const Operand a = raw(left, type, expression);
  const Operand b = raw(right, type, expression);
  const ArithmeticOp op = expression.operation;
  const auto is_truth = [](const Result& part) {
    const auto* const number = std::get_if<Value>(&part.operand);
    return number != nullptr ? *number == 0 || *number == 1 : part.held == NumberType::pred;
  };
  // Of two truths these operations make another, an int in name alone.
  const bool truth = is_comparison(op) || (is_bitwise(op) && is_truth(left) && is_truth(right));
  const NumberType held = truth ? NumberType::pred : type;
  const RegisterId result = destination(wanted, held, expression);
  code_.add(Arithmetic{op, result, a, b, type}, expression.first, text(wanted, expression));
  return {operand(result), is_comparison(op) ? NumberType::pred : type, held};
}

Emitter::Result Emitter::step(const Expression& expression, const std::string& text,
                              bool result_used) {
  const Expression& part = expression.parts[0];
  const bool in_memory = part.is(Kind::load);
  const NumberType type = part.type;
  const Result before = evaluate(part);
  Operand old = before.operand;
  if (!in_memory && result_used && expression.old_value) {
    const RegisterId kept = code_.temporary(type, expression.first);
    code_.add(Arithmetic{ArithmeticOp::move, kept, old, Value{0}, type}, expression.first, text);
    old = operand(kept);
  }
  const RegisterId next = in_memory ? code_.temporary(type, expression.first) : part.variable;
  code_.add(Arithmetic{expression.operation, next, before.operand, Value{1}, type},
            expression.first, text);
  if (in_memory) {
    Store action = access_to<Store>(part);
    action.value = operand(next);
    code_.add_access(action, expression.first, part.object.name, text);
  }
  return {expression.old_value ? old : operand(next), type, type};
}

Emitter::Result Emitter::cast(const Expression& expression) {
  const Expression& part = expression.parts[0];
  const Result value = evaluate(part);
  const Operand own = as(value, value.type, part);
  if (const auto* const number = std::get_if<Value>(&own)) {
    return {as_type(expression.type, *number), expression.type, expression.type};
  }
  const bool pending = !keeps_value(value.held, value.type);
  return {own, expression.type, pending ? value.type : value.held};
}

void Emitter::discard(const Expression& expression, const std::string& text) {
  switch (expression.kind) {
    case Kind::fence:
      if (expression.order != Order::relaxed) {
        code_.add(Fence{expression.order, expression.scope}, expression.first, text);
      }
      return;
    case Kind::compare:
      compare_exchange(expression, {std::nullopt, text}, false);
      return;
    case Kind::assign:
      assign(expression.parts[0], expression.variable, text);
      return;
    case Kind::step:
      step(expression, text, false);
      return;
    case Kind::fetch:
      break;
    default:
      evaluate(expression, {std::nullopt, text});
      return;
  }
  if (expression.atomic == AtomicOp::exch) {
    evaluate(expression, {std::nullopt, text});
    return;
  }
  Atomic action = access_to<Atomic>(expression);
  action.op = expression.atomic;
  action.operand = as(evaluate(expression.parts[0]), expression.object.type, expression.parts[0]);
  code_.add_access(action, expression.first, expression.object.name, text);
}

void Emitter::assign(const Expression& expression, RegisterId variable, const std::string& text) {
  const NumberType type = code_.type_of(variable);
  const Result value = evaluate(expression, {variable, text});
  if (value.operand == operand(variable) && !expression.is(Kind::variable)) return;
  Operand from = value.operand;
  const bool pending = !keeps_value(value.held, value.type);
  if (pending && type != value.type) from = as(value, value.type, expression);
  if (const auto* const number = std::get_if<Value>(&from)) from = as_type(type, *number);
  code_.add(Arithmetic{ArithmeticOp::move, variable, from, Value{0}, type}, expression.first, text);
}

}  // namespace opexplore::detail
