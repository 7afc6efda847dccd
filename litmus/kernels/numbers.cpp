#include "litmus/kernels/numbers.hpp"

#include <algorithm>
#include <array>

namespace opexplore::kernel {

namespace {

using Kind = code::Operand::Kind;

/// Whether the low 32 bits of the result depend on the low 32 bits of the operands alone.
bool is_modular(ArithmeticOp op) {
  return op == ArithmeticOp::add || op == ArithmeticOp::sub || op == ArithmeticOp::mul ||
         op == ArithmeticOp::bit_and || op == ArithmeticOp::bit_or || op == ArithmeticOp::bit_xor;
}

/// The right operand that changes nothing.
std::optional<Value> neutral(ArithmeticOp op) {
  switch (op) {
    case ArithmeticOp::add:
    case ArithmeticOp::sub:
    case ArithmeticOp::bit_or:
    case ArithmeticOp::bit_xor:
      return 0;
    case ArithmeticOp::mul:
    case ArithmeticOp::div:
      return 1;
    case ArithmeticOp::bit_and:
      return -1;
    default:
      return std::nullopt;
  }
}

bool commutes(ArithmeticOp op) { return is_modular(op) && op != ArithmeticOp::sub; }

/// 2 to the power of the low 6 bits.
Number power_of_two(const Number& exponent) {
  Number power = 1;
  for (Value bit = 5; bit >= 0; --bit) {
    const Value factor = Value{1} << (Value{1} << bit);
    power = power * (1 + (shifted_right(exponent, bit) & 1) * (factor - 1));
  }
  return power;
}

}  // namespace

std::optional<Value> Number::known() const {
  const auto* const value = std::get_if<Value>(&what_);
  return value == nullptr ? std::nullopt : std::optional(*value);
}

Number Number::combine(ArithmeticOp op, const Number& a, const Number& b, NumberType type) {
  if (a.known() && b.known()) return evaluate(op, *a.known(), *b.known(), type);
  if (b.known() && b.known() == neutral(op)) return a;
  if (commutes(op) && a.known() && a.known() == neutral(op)) return b;
  Formulas* const of = a.of_ != nullptr ? a.of_ : b.of_;
  return of->add({op, a, b, type, 0, false, std::nullopt});
}

Number operator+(const Number& a, const Number& b) {
  return Number::combine(ArithmeticOp::add, a, b, NumberType::s64);
}
Number operator-(const Number& a, const Number& b) {
  return Number::combine(ArithmeticOp::sub, a, b, NumberType::s64);
}
Number operator*(const Number& a, const Number& b) {
  return Number::combine(ArithmeticOp::mul, a, b, NumberType::s64);
}
Number operator&(const Number& a, const Number& b) {
  return Number::combine(ArithmeticOp::bit_and, a, b, NumberType::s64);
}
Number operator|(const Number& a, const Number& b) {
  return Number::combine(ArithmeticOp::bit_or, a, b, NumberType::s64);
}
Number operator^(const Number& a, const Number& b) {
  return Number::combine(ArithmeticOp::bit_xor, a, b, NumberType::s64);
}
Number operator~(const Number& a) { return a ^ Number(-1); }
Number quotient(const Number& a, const Number& b, bool is_signed) {
  return Number::combine(ArithmeticOp::div, a, b, is_signed ? NumberType::s64 : NumberType::u64);
}
Number equal(const Number& a, const Number& b) {
  return Number::combine(ArithmeticOp::equal, a, b, NumberType::s64);
}
Number less(const Number& a, const Number& b) {
  return Number::combine(ArithmeticOp::less, a, b, NumberType::s64);
}
Number less_unsigned(const Number& a, const Number& b) {
  return Number::combine(ArithmeticOp::less, a, b, NumberType::u64);
}

Number negation(const Number& truth) { return truth ^ Number(1); }

// Without a jump, which would order what follows.
Number choose(const Number& truth, const Number& then, const Number& otherwise) {
  if (truth.known()) return *truth.known() != 0 ? then : otherwise;
  return otherwise + truth * (then - otherwise);
}

Number shifted_left(const Number& number, const Number& places) {
  if (!places.known()) {
    return number * power_of_two(places) * less_unsigned(places, 64);
  }
  const auto known = static_cast<std::uint64_t>(*places.known());
  return known > 63 ? Number(0) : number * static_cast<Value>(std::uint64_t{1} << known);
}

Number shifted_right(const Number& number, const Number& places) {
  if (!places.known()) {
    return quotient(number, power_of_two(places), false) * less_unsigned(places, 64);
  }
  const auto known = static_cast<std::uint64_t>(*places.known());
  if (known > 63) return 0;
  return quotient(number, static_cast<Value>(std::uint64_t{1} << known), false);
}

Number shifted_right_signed(const Number& number, const Number& places) {
  const Number sign = 0 - less(number, 0);
  return shifted_right(number ^ sign, places) ^ sign;
}

Number low_part(const Number& number, Type type) {
  if (type.bits >= 64) return number;
  const Number low = number & ((Value{1} << type.bits) - 1);
  if (type.kind != 's') return low;
  const Value sign = Value{1} << (type.bits - 1);
  return (low ^ sign) - sign;
}

Number count_of_ones(const Number& number) {
  const Number pairs = number - (shifted_right(number, 1) & 0x5555555555555555);
  const Number fours =
      (pairs & 0x3333333333333333) + (shifted_right(pairs, 2) & 0x3333333333333333);
  const Number bytes = (fours + shifted_right(fours, 4)) & 0x0F0F0F0F0F0F0F0F;
  return shifted_right(bytes * 0x0101010101010101, 56);
}

Number leading_zeros(const Number& number) {
  Number filled = number;
  for (Value places = 1; places < 64; places *= 2) {
    filled = filled | shifted_right(filled, places);
  }
  return 64 - count_of_ones(filled);
}

Number reversed(const Number& number) {
  constexpr std::array<std::pair<Value, Value>, 6> steps = {{{1, 0x5555555555555555},
                                                             {2, 0x3333333333333333},
                                                             {4, 0x0F0F0F0F0F0F0F0F},
                                                             {8, 0x00FF00FF00FF00FF},
                                                             {16, 0x0000FFFF0000FFFF},
                                                             {32, 0x00000000FFFFFFFF}}};
  Number result = number;
  for (const auto& [places, mask] : steps) {
    result = (shifted_right(result, places) & mask) | shifted_left(result & mask, places);
  }
  return result;
}

Number upper_product(const Number& a, const Number& b, bool is_signed) {
  constexpr Value mask = 0xFFFFFFFF;
  const Number a_high = shifted_right(a, 32);
  const Number b_high = shifted_right(b, 32);
  const Number low = (a & mask) * (b & mask);
  const Number middle = a_high * (b & mask) + shifted_right(low, 32);
  const Number other = (a & mask) * b_high + (middle & mask);
  const Number upper = a_high * b_high + shifted_right(middle, 32) + shifted_right(other, 32);
  return is_signed ? upper - less(a, 0) * b - less(b, 0) * a : upper;
}

Calculation::Calculation(Step& step)
    : step_(step),
      formulas_({[&step](std::size_t number) { return step.scratch(number); },
                 [&step](ArithmeticOp op, RegisterId destination, Operand left, Operand right,
                         NumberType type) { step.emit(op, destination, left, right, type); }}) {}

Number Calculation::operand(const code::Operand& operand, Type type) {
  const Input input = step_.number(operand, type);
  if (input.known.is_constant()) return typed_value(type, input.known.number);
  const Number number = formulas_.number_in(input.reg);
  if (type.kind == 'p' || type.bits >= 64) return number;
  const std::uint32_t bits =
      operand.kind == Kind::reg ? step_.entry().registers[operand.reg].type.bits : type.bits;
  // Registers of 32 bits hold signed numbers, narrower ones unsigned ones.
  if (bits == type.bits && (type.kind == 's') == (bits == 32)) return number;
  return low_part(number, type);
}

Number Calculation::loaded(RegisterId reg, Type type) {
  const Number number = formulas_.number_in(reg);
  // Memory holds signed numbers of 32 bits, and shorter ones unsigned.
  if (type.bits >= 64 || (type.kind == 's') == (type.bits == 32)) return number;
  return low_part(number, type);
}

Number Calculation::held_by(RegisterId reg, Type type) {
  const Number number = formulas_.number_in(reg);
  return type.bits == 32 && type.kind != 's' ? low_part(number, type) : number;
}

Number Formulas::add(const Operation& operation) {
  operations_.push_back(operation);
  return {this, Number::Part{operations_.size() - 1}};
}

void Formulas::mark_needed(const Number& root) {
  if (const auto* const part = std::get_if<Number::Part>(&root.what_)) {
    operations_[part->index].needed = true;
    operations_[part->index].last_use = operations_.size();
  }
  for (std::size_t i = operations_.size(); i-- > 0;) {
    if (!operations_[i].needed) continue;
    for (const Number* const used : {&operations_[i].left, &operations_[i].right}) {
      const auto* const part = std::get_if<Number::Part>(&used->what_);
      if (part == nullptr) continue;
      operations_[part->index].needed = true;
      operations_[part->index].last_use = std::max(operations_[part->index].last_use, i);
    }
  }
}

Operand Formulas::run_time(const Number& number) const {
  if (const auto* const value = std::get_if<Value>(&number.what_)) return *value;
  if (const auto* const reg = std::get_if<RegisterOperand>(&number.what_)) return *reg;
  const Operation& made = operations_[std::get<Number::Part>(number.what_).index];
  return RegisterOperand{sink_.scratch(*made.scratch)};
}

/// The number as an operand of the operation at that index; its register is free if that is the
/// last use.
Operand Formulas::read(const Number& number, std::size_t at) {
  const Operand result = run_time(number);
  const auto* const part = std::get_if<Number::Part>(&number.what_);
  if (part != nullptr && operations_[part->index].last_use == at) {
    taken_[*operations_[part->index].scratch] = false;
  }
  return result;
}

void Formulas::emit_needed(std::optional<std::size_t> except) {
  for (std::size_t i = 0; i < operations_.size(); ++i) {
    Operation& operation = operations_[i];
    if (!operation.needed || i == except) continue;
    const Operand left = read(operation.left, i);
    const Operand right = read(operation.right, i);
    const auto free = std::ranges::find(taken_, false);
    operation.scratch = static_cast<std::size_t>(free - taken_.begin());
    if (free == taken_.end()) {
      taken_.push_back(true);
    } else {
      *free = true;
    }
    sink_.emit(operation.op, sink_.scratch(*operation.scratch), left, right, operation.type);
  }
}

Number Calculation::held(const Number& number, Type type) {
  if (const auto known = number.known()) return wide_value(type.bits, *known);
  return type.bits < 32 && type.kind != 'p' ? low_part(number, {'u', type.bits}) : number;
}

void Calculation::set_one(const code::Operand& destination, const Number& number) {
  const Type type = step_.entry().registers[destination.reg].type;
  const Number value = held(number, type);
  if (const auto known = value.known()) return step_.set(destination, constant(*known));
  formulas_.mark_needed(value);
  const NumberType width = number_type({type.kind == 'p' ? 'p' : 's', type.bits});
  const auto* const part = std::get_if<Number::Part>(&value.what_);
  const bool direct =
      part != nullptr && (type.bits != 32 || is_modular(formulas_.operations_[part->index].op) ||
                          formulas_.operations_[part->index].op >= ArithmeticOp::equal);
  if (!direct) {
    formulas_.emit_needed(std::nullopt);
    const Operand from = formulas_.run_time(value);
    return step_.emit(ArithmeticOp::move, step_.set_run_time(destination), from, Value{0}, width);
  }
  // All other operations are in front of the last one.
  formulas_.emit_needed(part->index);
  const Formulas::Operation& last = formulas_.operations_[part->index];
  const Operand left = formulas_.run_time(last.left);
  const Operand right = formulas_.run_time(last.right);
  const bool narrow = type.bits == 32 && is_modular(last.op);
  step_.emit(last.op, step_.set_run_time(destination), left, right, narrow ? width : last.type);
}

void Calculation::set(const std::vector<std::pair<code::Operand, Number>>& results) {
  std::vector<std::pair<code::Operand, Number>> wanted;
  for (const auto& [destination, number] : results) {
    if (destination.kind == Kind::nothing) continue;
    if (destination.kind != Kind::reg) {
      step_.fail_at(destination, "expected a destination register");
    }
    wanted.emplace_back(destination, number);
  }
  if (wanted.size() == 1) return set_one(wanted[0].first, wanted[0].second);
  // A register that is written may be one that another result is computed from: all are computed
  // before one is written.
  for (auto& [destination, number] : wanted) {
    const Type type = step_.entry().registers[destination.reg].type;
    number = held(number, type);
    if (std::holds_alternative<RegisterOperand>(number.what_)) {
      number =
          formulas_.add({ArithmeticOp::move, number, 0, NumberType::s64, 0, false, std::nullopt});
    }
  }
  for (const auto& [destination, number] : wanted) formulas_.mark_needed(number);
  formulas_.emit_needed(std::nullopt);
  for (const auto& [destination, number] : wanted) {
    const Type type = step_.entry().registers[destination.reg].type;
    if (const auto known = number.known()) {
      step_.set(destination, constant(*known));
      continue;
    }
    const Operand from = formulas_.run_time(number);
    step_.emit(ArithmeticOp::move, step_.set_run_time(destination), from, Value{0},
               number_type({type.kind == 'p' ? 'p' : 's', type.bits}));
  }
}

RegisterId Formulas::reserve() {
  taken_.push_back(true);
  return sink_.scratch(taken_.size() - 1);
}

Operand Formulas::result(const Number& number) {
  mark_needed(number);
  emit_needed(std::nullopt);
  return run_time(number);
}

}  // namespace opexplore::kernel
