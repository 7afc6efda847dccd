// Assignments and `++`: to variables, to locations, to atomic objects.
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "litmus/language/c_format/expression_reader.hpp"

namespace opexplore::detail {

namespace {

using Kind = Expression::Kind;

struct Compound {
  std::string_view text;
  ArithmeticOp operation;
  std::optional<AtomicOp> atomic;  ///< what it is on an atomic object
};

constexpr std::array<Compound, 7> compounds = {{
    {"+=", ArithmeticOp::add, AtomicOp::add},
    {"-=", ArithmeticOp::sub, AtomicOp::sub},
    {"&=", ArithmeticOp::bit_and, AtomicOp::bit_and},
    {"|=", ArithmeticOp::bit_or, AtomicOp::bit_or},
    {"^=", ArithmeticOp::bit_xor, AtomicOp::bit_xor},
    {"*=", ArithmeticOp::mul, std::nullopt},
    {"/=", ArithmeticOp::div, std::nullopt},
}};

const Compound* find_compound(const Token& token) {
  const auto* const found =
      std::find_if(compounds.begin(), compounds.end(), [&](const Compound& candidate) {
        return token.kind == TokenKind::symbol && candidate.text == token.text;
      });
  return found == compounds.end() ? nullptr : found;
}

}  // namespace

Expression ExpressionReader::assignment() {
  const Nested nested(*this);
  const Expression target = binary(1);
  const Token symbol = tokens_.peek();
  const Compound* const compound_symbol = find_compound(symbol);
  if (symbol.is("?")) {
    tokens_.fail(symbol, "not modelled: '?:'", "write if … else");
  }
  if (!symbol.is("=") && compound_symbol == nullptr) return target;
  if (!target.is(Kind::variable) && !(target.is(Kind::load) && target.designates)) {
    tokens_.fail(target.first, quote(target.text()) + " cannot be assigned to",
                 "assign to a variable, to '*x', or use store()");
  }
  tokens_.take();
  return symbol.is("=") ? assigned(target, symbol)
                        : compound(target, symbol, compound_symbol->operation);
}

/// `r0 = e`, `*x = e`; on an atomic object that is a seq_cst store ([atomics.types.operations]).
Expression ExpressionReader::assigned(const Expression& target, const Token&) {
  Expression result = target;
  result.kind = target.is(Kind::variable) ? Kind::assign : Kind::store;
  result.designates = false;
  result.parts = {assignment()};
  with_value(result.parts[0]);
  return finished(std::move(result));
}

/// `r0 += e`, `*x += e`; on an atomic object that is a seq_cst read-modify-write.
Expression ExpressionReader::compound(const Expression& target, const Token& symbol,
                                      ArithmeticOp op) {
  Expression result = target;
  result.designates = false;
  Expression right = assignment();
  with_value(right);
  if (target.is(Kind::load) && target.object.atomic) {
    const Compound* const entry = find_compound(symbol);
    if (!entry->atomic) {
      tokens_.fail(symbol, "atomic objects have no " + quote(symbol), "use a compare-exchange");
    }
    result.kind = Kind::fetch;
    result.atomic = *entry->atomic;
    result.parts = {std::move(right)};
    return finished(std::move(result));
  }
  Expression sum;
  sum.kind = Kind::binary;
  sum.first = target.first;
  sum.operation = op;
  sum.type = common_type(target.type, right.type);
  sum.parts = {target, std::move(right)};
  result.kind = target.is(Kind::variable) ? Kind::assign : Kind::store;
  result.parts = {finished(std::move(sum))};
  return finished(std::move(result));
}

/// `++r0`, `x++`; on an atomic object that is a seq_cst read-modify-write.
Expression ExpressionReader::stepped(const Expression& target, const Token& first, bool increment,
                                     bool old_value) {
  const bool assignable = target.is(Kind::variable) || (target.is(Kind::load) && target.designates);
  if (!assignable || target.type == NumberType::pred) {
    tokens_.fail(target.first, quote(target.text()) + " cannot be counted up or down");
  }
  Expression result = target;
  result.first = first;
  result.designates = false;
  result.old_value = old_value;
  if (target.is(Kind::load) && target.object.atomic) {
    result.kind = Kind::fetch;
    result.atomic = increment ? AtomicOp::add : AtomicOp::sub;
    Expression one;
    one.first = one.last = tokens_.previous();
    one.number = 1;
    result.parts = {one};
    return finished(std::move(result));
  }
  result.kind = Kind::step;
  result.operation = increment ? ArithmeticOp::add : ArithmeticOp::sub;
  result.parts = {target};
  return finished(std::move(result));
}

}  // namespace opexplore::detail
