// Arithmetic, comparisons and conversions (PTX ISA 9.7.1 "Integer Arithmetic Instructions",
// 9.7.6 "Comparison and Selection", 9.7.8 "Logic and Shift", 9.7.9 "Data Movement and Conversion").
// What is known is computed; the rest becomes arithmetic of the program.
#include <algorithm>
#include <array>
#include <utility>

#include "litmus/kernels/step.hpp"
#include "opmodel/words.hpp"

namespace opexplore::kernel {

namespace {

using detail::quote;
using Kind = PtxOperand::Kind;

std::string written(const Step& step) { return quote(step.mnemonic().text()); }

[[noreturn]] void refuse_at_run_time(const Step& step, const std::string& suggestion = "") {
  step.fail("not modelled: " + written(step) + " on values known only when the program runs",
            suggestion);
}

void require_integer(const Step& step, Type type) {
  if (type.kind != 'f' && type.bits <= 64) return;
  step.fail("not modelled: arithmetic in type ." + std::string(1, type.kind) +
                std::to_string(type.bits) + " (" + written(step) + ")",
            "use 32-bit or 64-bit integers");
}

/// Modifiers that are neither a type nor one of `known`.
void require_modifiers(const Step& step, std::initializer_list<std::string_view> known) {
  for (const detail::Modifier& modifier : step.mnemonic().modifiers) {
    if (type_named(modifier.text)) continue;
    if (std::ranges::find(known, modifier.text) != known.end()) continue;
    step.around().source.fail(
        modifier.place, "not modelled: modifier " + quote(modifier.text) + " of " + written(step));
  }
}

/// Makes the result of arithmetic what registers of that width hold.
void normalise(Step& step, RegisterId result, Type type, bool is_unsigned) {
  if (type.bits < 32 && type.kind != 'p') {
    const Value mask = (Value{1} << type.bits) - 1;
    step.emit(ArithmeticOp::bit_and, result, RegisterOperand{result}, mask, NumberType::s32);
  } else if (type.bits == 32 && is_unsigned) {
    step.emit(ArithmeticOp::move, result, RegisterOperand{result}, Value{0}, NumberType::s32);
  }
}

/// Whether the operation gives the same bits of narrow signed numbers and of the unsigned ones that
/// registers hold of them.
bool ignores_sign(ArithmeticOp op) {
  return op != ArithmeticOp::div && !(op >= ArithmeticOp::less);
}

/// `destination = left op right` in that type.
void compute(Step& step, const PtxOperand& destination, ArithmeticOp op, Type type, Operand left,
             Operand right) {
  if (type.bits < 32 && type.kind == 's' && !ignores_sign(op)) {
    refuse_at_run_time(step, "use 32-bit integers");
  }
  const bool by_sign = !ignores_sign(op);
  const RegisterId result = step.set_run_time(destination);
  step.emit(op, result, left, right, number_type(type, by_sign));
  const bool bitwise = op == ArithmeticOp::bit_and || op == ArithmeticOp::bit_or ||
                       op == ArithmeticOp::bit_xor || op == ArithmeticOp::move;
  if (op < ArithmeticOp::equal && (by_sign || (type.bits < 32 && !bitwise))) {
    normalise(step, result, type, type.kind != 's');
  }
}

/// Address plus or minus a number, and the like; nothing if the result is no known address.
std::optional<Abstract> offset_address(ArithmeticOp op, const Input& left, const Input& right) {
  const auto moved = [](const Abstract& base, Value offset) {
    return address(base.object, sum(base.number, offset));
  };
  if (op == ArithmeticOp::add && left.known.is_address() && right.known.is_constant()) {
    return moved(left.known, right.known.number);
  }
  if (op == ArithmeticOp::add && right.known.is_address() && left.known.is_constant()) {
    return moved(right.known, left.known.number);
  }
  if (op == ArithmeticOp::sub && left.known.is_address()) {
    if (right.known.is_constant()) return moved(left.known, difference(0, right.known.number));
    if (right.known.is_address() && left.known.object == right.known.object) {
      return constant(difference(left.known.number, right.known.number));
    }
  }
  // Objects lie at multiples of 16: the low bits of an address are those of its offset.
  if (op == ArithmeticOp::bit_and && left.known.is_address() && right.known.is_constant()) {
    const Value mask = right.known.number;
    if (mask >= -16 && mask < 0) return address(left.known.object, left.known.number & mask);
    if (mask >= 0 && mask < 16) return constant(left.known.number & mask);
  }
  return std::nullopt;
}

/// Comparing addresses of one object, or one with null.
std::optional<Abstract> compare_addresses(ArithmeticOp op, const Input& left, const Input& right) {
  const bool both = left.known.is_address() && right.known.is_address();
  if (!both || left.known.object != right.known.object) return std::nullopt;
  return constant(evaluate(op, left.known.number, right.known.number));
}

/// What is known of a sum or difference that is known only when the program runs: an address plus a
/// number is one within the same object.
Abstract within(ArithmeticOp op, const Abstract& left, const Abstract& right) {
  const auto points = [](const Abstract& known) { return known.is_address() || known.inside; };
  if (op != ArithmeticOp::add && op != ArithmeticOp::sub) return {};
  if (points(left) == points(right)) return {};
  return inside(points(left) ? left.object : right.object);
}

void binary(Step& step, ArithmeticOp op, Type type) {
  require_integer(step, type);
  step.require_operands(3);
  const PtxOperand& destination = step.destination();
  const Input left = step.input(step.operands()[1], type);
  const Input right = step.input(step.operands()[2], type);
  const bool truth = op >= ArithmeticOp::equal;
  const std::optional<Abstract> moved =
      truth ? compare_addresses(op, left, right) : offset_address(op, left, right);
  if (moved) return step.set(destination, *moved);
  const Abstract a = step.as_number(left.known);
  const Abstract b = step.as_number(right.known);
  if (a.is_constant() && b.is_constant()) {
    if (op == ArithmeticOp::div && b.number == 0) {
      step.fail("division by zero", "PTX leaves its result open");
    }
    return step.set(destination, constant(*fold(op, type, a.number, b.number)));
  }
  compute(step, destination, op, type, step.run_time(left), step.run_time(right));
  step.note_object(destination, within(op, left.known, right.known));
}

/// `destination = input`, known only when the program runs.
void copy(Step& step, const PtxOperand& destination, const Input& input, Type type) {
  const RegisterId result = step.set_run_time(destination);
  step.emit(ArithmeticOp::move, result, RegisterOperand{input.reg}, Value{0},
            number_type({type.kind == 'p' ? 'p' : 's', type.bits}));
  step.note_object(destination, input.known);
}

void move(Step& step) {
  require_modifiers(step, {});
  step.require_operands(2);
  const Type type = step.type();
  const PtxOperand& from = step.operands()[1];
  if (step.operands()[0].kind == Kind::vector || from.kind == Kind::vector) {
    step.fail("not modelled: packing and unpacking of registers (" + written(step) + ")",
              "use one register per value");
  }
  const Input input = step.input(from, type);
  const PtxOperand& destination = step.destination();
  if (input.known.kind != Abstract::Kind::run_time) return step.set(destination, input.known);
  copy(step, destination, input, type);
}

/// `cvta{.to}.space`: an address and the generic one are the same place, and no alias.
void convert_address(Step& step) {
  step.require_operands(2);
  const Type type = step.type();
  const Input input = step.input(step.operands()[1], type);
  if (input.known.kind == Abstract::Kind::run_time) {
    return copy(step, step.destination(), input, type);
  }
  step.set(step.destination(), input.known);
}

void multiply(Step& step, bool and_add) {
  require_modifiers(step, {"lo", "wide"});
  const bool wide = step.mnemonic().has("wide");
  const Type type = step.type();
  require_integer(step, type);
  step.require_operands(and_add ? 4 : 3);
  const Type result_type = wide ? Type{type.kind, 2 * type.bits} : type;
  if (!wide && !step.mnemonic().has("lo")) step.fail(written(step) + " needs .lo or .wide");
  const PtxOperand& destination = step.destination();
  const Input left = step.input(step.operands()[1], type);
  const Input right = step.input(step.operands()[2], type);
  const Input addend = and_add ? step.input(step.operands()[3], result_type) : Input{constant(0)};
  const NumberType number = number_type({'s', result_type.bits});
  const bool known_factors =
      step.as_number(left.known).is_constant() && step.as_number(right.known).is_constant();
  if (!known_factors) {
    if (type.bits < 32 || (wide && type.kind != 's')) {
      refuse_at_run_time(step, "use signed 32-bit or 64-bit integers");
    }
    const Operand a = step.run_time(left);
    const Operand b = step.run_time(right);
    if (!and_add) {
      return step.emit(ArithmeticOp::mul, step.set_run_time(destination), a, b, number);
    }
    const Operand more = step.run_time(addend);
    const RegisterId part = step.temporary(result_type);
    step.emit(ArithmeticOp::mul, part, a, b, number);
    step.emit(ArithmeticOp::add, step.set_run_time(destination), RegisterOperand{part}, more,
              number);
    return step.note_object(destination, within(ArithmeticOp::add, {}, addend.known));
  }
  const Value known =
      wide_value(result_type.bits, product(typed_value(type, step.as_number(left.known).number),
                                           typed_value(type, step.as_number(right.known).number)));
  if (addend.known.is_address()) {
    return step.set(destination, address(addend.known.object, sum(addend.known.number, known)));
  }
  if (addend.known.is_constant()) {
    return step.set(destination, constant(sum(known, addend.known.number)));
  }
  const Operand more = step.run_time(addend);
  step.emit(ArithmeticOp::add, step.set_run_time(destination), known, more, number);
  step.note_object(destination, within(ArithmeticOp::add, {}, addend.known));
}

void shift(Step& step, bool left) {
  require_modifiers(step, {});
  step.require_operands(3);
  const Type type = step.type();
  require_integer(step, type);
  const PtxOperand& destination = step.destination();
  const Input value = step.number(step.operands()[1], type);
  const Input amount = step.input(step.operands()[2], {'u', 32});
  if (!amount.known.is_constant()) refuse_at_run_time(step, "shift by a constant");
  const Value distance = typed_value({'u', 32}, amount.known.number);
  const bool all = distance >= type.bits;
  const bool arithmetic = !left && type.kind == 's';
  if (value.known.is_constant()) {
    const Value number = typed_value(type, value.known.number);
    const auto bits = static_cast<std::uint64_t>(number);
    Value result = 0;
    if (arithmetic) {
      result = number >> std::min<Value>(distance, type.bits - 1);
    } else if (!all) {
      result = static_cast<Value>(left ? bits << distance : bits >> distance);
    }
    return step.set(destination, constant(result));
  }
  if (arithmetic || distance >= 63) {
    refuse_at_run_time(step, "shift unsigned numbers, or divide");
  }
  const Operand from = step.run_time(value);
  if (all) return step.set(destination, constant(0));
  compute(step, destination, left ? ArithmeticOp::mul : ArithmeticOp::div, type, from,
          Value{1} << distance);
}

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
  if (type.bits < 32) refuse_at_run_time(step, "use 32-bit integers");
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

void compare(Step& step) {
  std::optional<ArithmeticOp> op;
  bool is_unsigned = false;
  for (const detail::Modifier& modifier : step.mnemonic().modifiers) {
    if (type_named(modifier.text)) continue;
    const auto by_type = find_word(setp_comparisons(), modifier.text);
    const auto by_word = find_word<ArithmeticOp>(unsigned_comparisons, modifier.text);
    if ((!by_type && !by_word) || op) {
      step.around().source.fail(modifier.place,
                                "not modelled: " + quote(modifier.text) + " in " + written(step),
                                "write setp with one comparison, and combine predicates with "
                                "and.pred and or.pred");
    }
    op = by_type ? by_type : by_word;
    is_unsigned = by_word.has_value();
  }
  if (!op) step.fail(written(step) + " needs a comparison", "eq, ne, lt, le, gt or ge");
  Type type = step.type();
  if (is_unsigned) type.kind = 'u';
  binary(step, *op, type);
}

/// not, neg and cnot as operations with a constant.
void unary(Step& step, ArithmeticOp op, Value left_constant, bool constant_left) {
  require_modifiers(step, {});
  step.require_operands(2);
  const Type type = step.type();
  require_integer(step, type);
  const PtxOperand& destination = step.destination();
  const Input value = step.number(step.operands()[1], type);
  if (value.known.is_constant()) {
    const Value a = constant_left ? left_constant : value.known.number;
    const Value b = constant_left ? value.known.number : left_constant;
    return step.set(destination, constant(*fold(op, type, a, b)));
  }
  const Operand operand = step.run_time(value);
  const Operand other = wide_value(type.bits, left_constant);
  compute(step, destination, op, type, constant_left ? other : operand,
          constant_left ? operand : other);
}

/// `cvt.TO.FROM` between integers.
void convert(Step& step) {
  require_modifiers(step, {});
  step.require_operands(2);
  const std::vector<Type> types = step.types();
  if (types.size() != 2) step.fail(written(step) + " needs two types: to and from");
  for (const Type type : types) require_integer(step, type);
  const auto& [to, from] = std::pair(types[0], types[1]);
  const PtxOperand& destination = step.destination();
  Input value = step.input(step.operands()[1], from);
  if (value.known.is_address()) {
    const bool whole = to.bits == 64 && from.bits == 64;
    const bool shared = step.around().memory.at(value.known.object).space == Space::shared;
    if (whole || (shared && to.bits >= 32 && from.bits >= 32)) {
      return step.set(destination, value.known);  // shared addresses have 32 or 64 bits
    }
    value.known = step.as_number(value.known);
  }
  // A narrowing conversion cuts off, a widening one extends by the sign of the type it comes from.
  const Type narrow = to.bits < from.bits ? Type{to.kind, to.bits} : from;
  if (value.known.is_constant()) {
    return step.set(destination, constant(typed_value(narrow, value.known.number)));
  }
  if (narrow.bits < 32 && narrow.kind == 's') refuse_at_run_time(step, "use 32-bit integers");
  const RegisterId result = step.set_run_time(destination);
  const Operand operand = RegisterOperand{value.reg};
  if (narrow.bits < 32) {
    const Value mask = (Value{1} << narrow.bits) - 1;
    step.emit(ArithmeticOp::bit_and, result, operand, mask, NumberType::s32);
    return;
  }
  const bool zero_extends = narrow.bits == 32 && to.bits == 64 && narrow.kind != 's';
  step.emit(ArithmeticOp::move, result, operand, Value{0},
            zero_extends ? NumberType::u32 : number_type({'s', narrow.bits}));
  if (narrow.bits >= 32) step.note_object(destination, value.known);
}

/// `isspacep.space p, a`, of an address in a known object.
void is_in_space(Step& step) {
  step.require_operands(2);
  const Input input = step.input(step.operands()[1], {'b', 64});
  if (!input.known.is_address() && !input.known.inside) {
    step.fail("where " + quote(step.operands()[1].token) + " points to is not known",
              "pass addresses as parameters");
  }
  const Space space = step.around().memory.at(input.known.object).space;
  const bool shared = step.mnemonic().has("shared") || step.mnemonic().has("shared::cta");
  // The address of a parameter of a function is one of local memory (PTX ISA 5.1.6.3).
  const bool of_kernel = step.code().kernel_parameters.contains(input.known.object);
  const auto is = [&](std::string_view word, Space named) {
    return step.mnemonic().has(word) && space == named;
  };
  const bool inside = (shared && space == Space::shared) || is("global", Space::global) ||
                      is("local", Space::local) || is("const", Space::constant) ||
                      is(of_kernel ? "param" : "local", Space::parameter);
  step.set(step.destination(), constant(inside ? 1 : 0));
}

struct Known {
  std::string_view name;
  void (*run)(Step&);
};

template <ArithmeticOp Op>
void plain(Step& step) {
  require_modifiers(step, {});
  binary(step, Op, step.type());
}

constexpr std::array<Known, 22> instructions = {{
    {"mov", move},
    {"cvta", convert_address},
    {"cvt", convert},
    {"isspacep", is_in_space},
    {"setp", compare},
    {"selp", select},
    {"add", plain<ArithmeticOp::add>},
    {"sub", plain<ArithmeticOp::sub>},
    {"div", plain<ArithmeticOp::div>},
    {"and", plain<ArithmeticOp::bit_and>},
    {"or", plain<ArithmeticOp::bit_or>},
    {"xor", plain<ArithmeticOp::bit_xor>},
    {"mul", [](Step& step) { multiply(step, false); }},
    {"mad", [](Step& step) { multiply(step, true); }},
    {"shl", [](Step& step) { shift(step, true); }},
    {"shr", [](Step& step) { shift(step, false); }},
    {"min", [](Step& step) { minimum(step, false); }},
    {"max", [](Step& step) { minimum(step, true); }},
    {"neg", [](Step& step) { unary(step, ArithmeticOp::sub, 0, true); }},
    {"not", [](Step& step) { unary(step, ArithmeticOp::bit_xor, -1, false); }},
    {"cnot", [](Step& step) { unary(step, ArithmeticOp::equal, 0, false); }},
    {"nop", [](Step&) {}},
}};

}  // namespace

bool execute_arithmetic(Step& step) {
  const auto* const known =
      std::ranges::find(instructions, step.mnemonic().name.text, &Known::name);
  if (known == instructions.end()) return false;
  known->run(step);
  return true;
}

}  // namespace opexplore::kernel
