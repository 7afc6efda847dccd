// Comparison and selection (PTX ISA 9.7.6 "Comparison and Selection Instructions").
#include <array>
#include <utility>

#include "litmus/kernels/instructions.hpp"
#include "litmus/kernels/numbers.hpp"
#include "litmus/language/tokens.hpp"
#include "opmodel/words.hpp"

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

using detail::quote;

/// `p ? a : b` as arithmetic, b + p * (a - b): a branch would order what follows.
void choose(Step& step, const PtxOperand& destination, Type type, RegisterId predicate, Operand a,
            Operand b) {
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

void select(Step& step) {
  require_modifiers(step, {});
  step.require_operands(4);
  const Type type = step.type();
  const PtxOperand& destination = step.destination();
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

void minimum(Step& step, bool maximum) {
  require_modifiers(step, {});
  step.require_operands(3);
  const Type type = step.type();
  require_integer(step, type);
  const PtxOperand& destination = step.destination();
  const Input a = step.number(step.operands()[1], type);
  const Input b = step.number(step.operands()[2], type);
  const ArithmeticOp better = maximum ? ArithmeticOp::greater : ArithmeticOp::less;
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

/// Those that compare unsigned, whatever the type says.
constexpr std::array<Word<ArithmeticOp>, 4> unsigned_comparisons = {
    {{"lo", ArithmeticOp::less},
     {"ls", ArithmeticOp::less_equal},
     {"hi", ArithmeticOp::greater},
     {"hs", ArithmeticOp::greater_equal}}};

/// How the result of a comparison is combined with a predicate.
std::optional<ArithmeticOp> combination_named(std::string_view text) {
  const std::optional<ArithmeticOp> op = find_word<ArithmeticOp>(text);
  const bool combines =
      op == ArithmeticOp::bit_and || op == ArithmeticOp::bit_or || op == ArithmeticOp::bit_xor;
  return combines ? op : std::nullopt;
}

/// The comparison of the operands at `first` and behind it.
Number comparison(Step& step, Calculation& of, ArithmeticOp op, Type type, std::size_t first) {
  const Input left = step.input(step.operands()[first], type);
  const Input right = step.input(step.operands()[first + 1], type);
  if (const auto known = compare_addresses(op, left, right)) return known->number;
  return compared(op, type, of.operand(first, type), of.operand(first + 1, type));
}

/// What the modifiers of a comparison say beside types.
struct Comparing {
  std::optional<ArithmeticOp> op;
  std::optional<ArithmeticOp> combines;  ///< the result with a predicate
  bool is_unsigned = false;
};

Comparing read_comparison(const Step& step) {
  Comparing result;
  for (const detail::Modifier& modifier : step.mnemonic().modifiers) {
    if (type_named(modifier.text)) continue;
    const auto by_type = find_word(setp_comparisons(), modifier.text);
    const auto by_word = find_word<ArithmeticOp>(unsigned_comparisons, modifier.text);
    const auto combines = combination_named(modifier.text);
    if (combines && !result.combines) {
      result.combines = combines;
      continue;
    }
    if ((!by_type && !by_word) || result.op) {
      step.around().source.fail(modifier.place,
                                "not modelled: " + quote(modifier.text) + " in " + written(step),
                                "write one comparison, and .and, .or or .xor");
    }
    result.op = by_type ? by_type : by_word;
    result.is_unsigned = by_word.has_value();
  }
  if (!result.op) step.fail(written(step) + " needs a comparison", "eq, ne, lt, le, gt or ge");
  return result;
}

Number combined(const Comparing& how, const Number& truth, const Number& with) {
  if (how.combines == ArithmeticOp::bit_and) return truth & with;
  return how.combines == ArithmeticOp::bit_or ? truth | with : truth ^ with;
}

/// `setp.CmpOp{.BoolOp}.type p{|q}, a, b{, c}`: q is what the negated comparison gives.
void compare(Step& step) {
  const Comparing how = read_comparison(step);
  Type type = step.type();
  require_integer(step, type);
  if (how.is_unsigned) type.kind = 'u';
  const std::vector<PtxOperand>& operands = step.operands();
  const std::size_t usual = how.combines ? 4 : 3;
  const bool two = operands.size() == usual + 1;
  if (!two) step.require_operands(usual);
  if (!two && !how.combines) return binary(step, *how.op, type);
  const std::size_t first = two ? 2 : 1;
  Calculation of(step);
  const Number truth = comparison(step, of, *how.op, type, first);
  const Number with = how.combines ? of.operand(first + 2, {'p', 1}) : Number(0);
  std::vector<std::pair<PtxOperand, Number>> results = {
      {operands[0], how.combines ? combined(how, truth, with) : truth}};
  if (two) {
    const Number other = negation(truth);
    results.emplace_back(operands[1], how.combines ? combined(how, other, with) : other);
  }
  of.set(results);
}

/// `set.CmpOp{.BoolOp}.dtype.stype d, a, b{, c}`: all ones, or 1.0, for true.
void set_by_comparison(Step& step) {
  const Comparing how = read_comparison(step);
  const std::vector<Type> types = step.types();
  if (types.size() != 2)
    step.fail(written(step) + " needs two types: of the result and to compare");
  Type type = types[1];
  require_integer(step, type);
  if (how.is_unsigned) type.kind = 'u';
  step.require_operands(how.combines ? 4 : 3);
  Calculation of(step);
  Number truth = comparison(step, of, *how.op, type, 1);
  if (how.combines) truth = combined(how, truth, of.operand(3, {'p', 1}));
  constexpr Value one = 0x3F800000;  // 1.0 in 32 bits
  of.set(step.destination(), types[0].kind == 'f' ? truth * one : 0 - truth);
}

/// `slct.type.s32 d, a, b, c`: a if c is not negative, or else b.
void select_by_sign(Step& step) {
  require_modifiers(step, {});
  step.require_operands(4);
  const std::vector<Type> types = step.types();
  if (types.size() != 2) step.fail(written(step) + " needs two types");
  require_integer(step, types[1]);
  const Type type{'u', types[0].bits};
  Calculation of(step);
  const Number a = of.operand(1, type);
  const Number b = of.operand(2, type);
  of.set(step.destination(), choose(less(of.operand(3, types[1]), 0), b, a));
}

}  // namespace

std::span<const Known> comparison_instructions() {
  static constexpr std::array<Known, 6> instructions = {{
      {"setp", compare},
      {"set", set_by_comparison},
      {"selp", select},
      {"slct", select_by_sign},
      {"min", [](Step& step) { minimum(step, false); }},
      {"max", [](Step& step) { minimum(step, true); }},
  }};
  return instructions;
}

}  // namespace opexplore::kernel
