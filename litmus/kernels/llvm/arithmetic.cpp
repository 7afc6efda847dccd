// Arithmetic, comparisons and selections (LLVM LangRef, "Binary Operations", "Bitwise Binary
// Operations", "'icmp' Instruction", "'select' Instruction"), of each element of a vector.
#include <algorithm>
#include <array>

#include "litmus/kernels/llvm/body.hpp"
#include "litmus/kernels/llvm/lexer.hpp"
#include "opmodel/words.hpp"

namespace opexplore::kernel::llvm {

namespace {

using code::Formula;
using code::Promise;
using detail::quote;

struct Binary {
  std::string_view name;
  Formula formula;
  ArithmeticOp op = ArithmeticOp::move;
  char kind = 'u';  ///< of the numbers
};
constexpr std::array<Binary, 13> binaries = {
    {{"add", Formula::operation, ArithmeticOp::add},
     {"sub", Formula::operation, ArithmeticOp::sub},
     {"mul", Formula::product},
     {"udiv", Formula::operation, ArithmeticOp::div},
     {"sdiv", Formula::operation, ArithmeticOp::div, 's'},
     {"urem", Formula::remainder},
     {"srem", Formula::remainder, ArithmeticOp::move, 's'},
     {"shl", Formula::left_shift},
     {"lshr", Formula::right_shift},
     {"ashr", Formula::right_shift, ArithmeticOp::move, 's'},
     {"and", Formula::operation, ArithmeticOp::bit_and},
     {"or", Formula::operation, ArithmeticOp::bit_or},
     {"xor", Formula::operation, ArithmeticOp::bit_xor}}};

constexpr std::array<Binary, 4> float_binaries = {{{"fadd", Formula::sum},
                                                   {"fsub", Formula::difference},
                                                   {"fmul", Formula::product},
                                                   {"fdiv", Formula::quotient}}};

/// What the compiler promises of the operands: otherwise the result is poison.
std::uint8_t promises(Body& body, const Binary& what) {
  constexpr std::array<std::pair<std::string_view, Promise>, 4> words = {
      {{"nsw", Promise::no_signed_wrap},
       {"nuw", Promise::no_unsigned_wrap},
       {"exact", Promise::exact},
       {"disjoint", Promise::disjoint}}};
  std::uint8_t result = 0;
  const bool shifts = what.formula == Formula::left_shift || what.formula == Formula::right_shift;
  if (shifts) result |= static_cast<std::uint8_t>(Promise::in_range);
  for (bool more = true; more;) {
    more = false;
    for (const auto& [word, promise] : words) {
      if (!body.tokens.accept(word)) continue;
      result |= static_cast<std::uint8_t>(promise);
      more = true;
    }
  }
  return result;
}

/// Both operands of a type that is written once, behind it.
struct Operands {
  IrType type;
  std::vector<code::Operand> left, right;
};

Operands read_two(Body& body) {
  Operands result;
  result.type = read_type(body.tokens);
  result.left = body.value(result.type).parts;
  body.tokens.expect(",", "','");
  result.right = body.value(result.type).parts;
  return result;
}

/// The type of each element, and how many there are.
Type element_type(Body& body, const IrType& type) {
  const auto parts = body.globals.layout.scalars_of(type, body.tokens);
  if (parts.empty()) body.tokens.fail_expected("a value");
  return register_type(parts.front().type, body.tokens);
}

IrType element(Body& body, const IrType& type) {
  return body.globals.layout.scalars_of(type, body.tokens).front().type;
}

/// A division by zero ends the thread (LLVM LangRef: it is undefined).
void stop_at_zero(Body& body, Type type, const code::Operand& divisor) {
  if (divisor.kind == OperandKind::number && divisor.number != 0) return;
  const code::Operand is_zero = body.temporary({'p', 1});
  body.compute(Formula::operation, type, {is_zero, divisor, body.number(0)}).op =
      ArithmeticOp::equal;
  body.emit(code::Stop{code::Stop::Kind::undefined}, {}, 0).guard = code::Guard{is_zero, false};
}

bool is_division(const Binary& what) {
  return what.op == ArithmeticOp::div || what.formula == Formula::remainder;
}

/// Of truths sums are exclusive, and products conjunctions.
ArithmeticOp of_truths(Body& body, const Binary& what) {
  if (what.op == ArithmeticOp::add || what.op == ArithmeticOp::sub) return ArithmeticOp::bit_xor;
  if (what.formula == Formula::product) return ArithmeticOp::bit_and;
  const bool logic = what.op == ArithmeticOp::bit_and || what.op == ArithmeticOp::bit_or ||
                     what.op == ArithmeticOp::bit_xor;
  if (logic) return what.op;
  body.refuse("shifts and quotients of one bit", "use i32");
}

void read_binary(Body& body, const Binary& what) {
  const std::uint8_t promised = promises(body, what);
  const Operands operands = read_two(body);
  const Type held = element_type(body, operands.type);
  if (held.kind == 'f') body.refuse("this operation of floating-point numbers", "");
  const std::vector<code::Operand> to = body.results(operands.type);
  for (std::size_t i = 0; i < to.size(); ++i) {
    const std::vector<code::Operand> each{to[i], operands.left[i], operands.right[i]};
    if (held.kind == 'p') {
      body.compute(Formula::operation, held, each).op = of_truths(body, what);
      continue;
    }
    const Type type{what.kind, held.bits};
    if (is_division(what)) stop_at_zero(body, type, each[2]);
    code::Compute& made = body.compute(what.formula, type, each);
    made.op = what.op;
    made.promises = promised;
  }
}

bool accept_fast_math(Body& body) {
  return body.accept_words({"nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc", "fast"});
}

void read_float_binary(Body& body, Formula formula) {
  accept_fast_math(body);
  const Operands operands = read_two(body);
  const std::vector<code::Operand> to = body.results(operands.type);
  const IrType each = element(body, operands.type);
  if (each.kind != IrType::Kind::floating) body.refuse("this operation of integers", "");
  for (std::size_t i = 0; i < to.size(); ++i) {
    body.compute(formula, {'u', each.bits}, {to[i], operands.left[i], operands.right[i]}).floats =
        floats_of(each);
  }
}

void read_negation(Body& body) {
  accept_fast_math(body);
  const IrType type = read_type(body.tokens);
  const std::vector<code::Operand> from = body.value(type).parts;
  const std::vector<code::Operand> to = body.results(type);
  const IrType each = element(body, type);
  for (std::size_t i = 0; i < to.size(); ++i) {
    body.compute(Formula::negation, {'u', each.bits}, {to[i], from[i]}).floats = floats_of(each);
  }
}

/// What a comparison of integers says, and of which numbers: "eq", "slt", "uge".
struct Comparing {
  ArithmeticOp op;
  char kind = 'u';
};

std::optional<Comparing> comparing(std::string_view name) {
  const auto known = find_word(setp_comparisons(), name);
  if (known == ArithmeticOp::equal || known == ArithmeticOp::not_equal) return Comparing{*known};
  if (!name.starts_with('s') && !name.starts_with('u')) return std::nullopt;
  const auto ordered = find_word(setp_comparisons(), name.substr(1));
  if (!ordered || *ordered <= ArithmeticOp::not_equal) return std::nullopt;
  return Comparing{*ordered, name.front()};
}

template <class Row, std::size_t Count>
const Row* find_row(const std::array<Row, Count>& rows, std::string_view name) {
  const auto* const found = std::ranges::find(rows, name, &Row::name);
  return found == rows.end() ? nullptr : found;
}

/// The type of a comparison's result: of each element.
IrType truth_of(Body& body, const IrType& type) {
  const IrType& whole = body.globals.layout.resolved(type, body.tokens);
  if (whole.kind != IrType::Kind::vector) return integer_type(1);
  IrType result = whole;
  result.parts = {integer_type(1)};
  return result;
}

/// A truth as a number: 0 or 1, or 0 or -1.
code::Operand widened(Body& body, const code::Operand& truth, Type type, Value one) {
  const code::Operand result = body.temporary({'u', type.bits});
  body.compute(Formula::selection, type, {result, body.number(one), body.number(0), truth});
  return result;
}

void read_comparison(Body& body) {
  const Token name = body.tokens.expect_word("a comparison");
  const auto what = comparing(name.text);
  if (!what) {
    body.tokens.fail(name, "not modelled: " + quote(name) + " in icmp",
                     "it compares with eq, ne, ult, slt and the like");
  }
  const Operands operands = read_two(body);
  const Type held = element_type(body, operands.type);
  const std::vector<code::Operand> to = body.results(truth_of(body, operands.type));
  for (std::size_t i = 0; i < to.size(); ++i) {
    code::Operand left = operands.left[i];
    code::Operand right = operands.right[i];
    Type type{what->kind, held.bits};
    if (held.kind == 'p') {
      type.bits = 32;
      const Value one = what->kind == 's' ? -1 : 1;
      left = widened(body, left, type, one);
      right = widened(body, right, type, one);
    }
    body.compute(Formula::operation, type, {to[i], left, right}).op = what->op;
  }
}

/// The same of numbers with a floating point: whether it holds where one is none.
struct FloatComparing {
  ArithmeticOp op = ArithmeticOp::move;
  bool unordered = false;
  std::optional<code::Property> property = {};
};

std::optional<FloatComparing> float_comparing(std::string_view name) {
  if (name == "ord") return FloatComparing{.property = code::Property::number};
  if (name == "uno") return FloatComparing{.property = code::Property::no_number};
  if (!name.starts_with('o') && !name.starts_with('u')) return std::nullopt;
  const auto op = find_word(setp_comparisons(), name.substr(1));
  if (!op) return std::nullopt;
  return FloatComparing{.op = *op, .unordered = name.starts_with('u')};
}

void read_float_comparison(Body& body) {
  accept_fast_math(body);
  const Token name = body.tokens.expect_word("a comparison");
  const auto what = float_comparing(name.text);
  if (!what) {
    body.tokens.fail(name, "not modelled: " + quote(name) + " in fcmp",
                     "it compares with oeq, olt, une and the like");
  }
  const Operands operands = read_two(body);
  const std::vector<code::Operand> to = body.results(truth_of(body, operands.type));
  const IrType each = element(body, operands.type);
  for (std::size_t i = 0; i < to.size(); ++i) {
    code::Compute& made = body.compute(Formula::comparison, {'u', each.bits},
                                       {to[i], operands.left[i], operands.right[i]});
    made.floats = floats_of(each);
    made.op = what->op;
    made.unordered = what->unordered;
    made.property = what->property;
  }
}

/// Of truths: (c and a) or (not c and b), where what is not chosen does not matter.
void select_truth(Body& body, const code::Operand& to, const code::Operand& a,
                  const code::Operand& b, const code::Operand& chooses) {
  const Type wide{'u', 32};
  const code::Operand one = widened(body, a, wide, 1);
  const code::Operand other = widened(body, b, wide, 1);
  const code::Operand chosen = body.temporary(wide);
  body.compute(Formula::selection, wide, {chosen, one, other, chooses});
  body.compute(Formula::operation, wide, {to, chosen, body.number(0)}).op = ArithmeticOp::not_equal;
}

void read_selection(Body& body) {
  accept_fast_math(body);
  const IrValue chooses = body.typed_value();
  body.tokens.expect(",", "','");
  const IrValue a = body.typed_value();
  body.tokens.expect(",", "','");
  const IrValue b = body.typed_value();
  const std::vector<Layout::Scalar> parts = body.globals.layout.scalars_of(a.type, body.tokens);
  const std::vector<code::Operand> to = body.results(a.type);
  for (std::size_t i = 0; i < to.size(); ++i) {
    const code::Operand& truth = chooses.parts[chooses.parts.size() == 1 ? 0 : i];
    const Type type = register_type(parts[i].type, body.tokens);
    if (type.kind == 'p') {
      select_truth(body, to[i], a.parts[i], b.parts[i], truth);
    } else {
      body.compute(Formula::selection, {'u', type.bits}, {to[i], a.parts[i], b.parts[i], truth});
    }
  }
}

}  // namespace

bool read_arithmetic(Body& body, std::string_view opcode) {
  if (const Binary* const what = find_row(binaries, opcode)) {
    read_binary(body, *what);
  } else if (const Binary* const floats = find_row(float_binaries, opcode)) {
    read_float_binary(body, floats->formula);
  } else if (opcode == "icmp") {
    read_comparison(body);
  } else if (opcode == "fcmp") {
    read_float_comparison(body);
  } else if (opcode == "select") {
    read_selection(body);
  } else if (opcode == "fneg") {
    read_negation(body);
  } else {
    return false;
  }
  return true;
}

}  // namespace opexplore::kernel::llvm
