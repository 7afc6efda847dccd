#include "litmus/language/c_format/expression_reader.hpp"

#include <optional>
#include <utility>

#include "litmus/language/limits.hpp"
#include "opmodel/words.hpp"

namespace opexplore::detail {

namespace {

using Kind = Expression::Kind;

struct Operator {
  unsigned precedence;
  Kind kind;
  ArithmeticOp operation;
};

constexpr unsigned tightest = 9;

/// `||` and `&&` have 1 and 2.
unsigned precedence_of(ArithmeticOp op) {
  switch (op) {
    case ArithmeticOp::bit_or:
      return 3;
    case ArithmeticOp::bit_xor:
      return 4;
    case ArithmeticOp::bit_and:
      return 5;
    case ArithmeticOp::equal:
    case ArithmeticOp::not_equal:
      return 6;
    case ArithmeticOp::less:
    case ArithmeticOp::less_equal:
    case ArithmeticOp::greater:
    case ArithmeticOp::greater_equal:
      return 7;
    case ArithmeticOp::add:
    case ArithmeticOp::sub:
      return 8;
    case ArithmeticOp::mul:
    case ArithmeticOp::div:
    case ArithmeticOp::move:  // no operator
      break;
  }
  return tightest;
}

std::optional<Operator> operator_at(const Token& token) {
  if (token.kind != TokenKind::symbol) return std::nullopt;
  if (token.is("||")) return Operator{1, Kind::disjunction, ArithmeticOp::bit_or};
  if (token.is("&&")) return Operator{2, Kind::conjunction, ArithmeticOp::bit_and};
  const std::optional<ArithmeticOp> op = find_word(cxx_operators(), token.text);
  return op ? std::optional(Operator{precedence_of(*op), Kind::binary, *op}) : std::nullopt;
}

/// What a variable or an object is read as.
Expression variable(const Token& name, RegisterId reg, NumberType type) {
  Expression result;
  result.kind = Kind::variable;
  result.first = result.last = name;
  result.variable = reg;
  result.type = type;
  return result;
}

}  // namespace

Expression ExpressionReader::finished(Expression expression) const {
  expression.last = tokens_.previous();
  return expression;
}

const Expression& ExpressionReader::with_value(const Expression& expression) const {
  if (expression.is_void) {
    tokens_.fail(expression.first, quote(expression.text()) + " has no value",
                 "write it as a statement of its own");
  }
  return expression;
}

Expression ExpressionReader::read_value() {
  Expression result = read_any();
  with_value(result);
  return result;
}

Expression ExpressionReader::read_any() { return assignment(); }

Expression ExpressionReader::binary(unsigned precedence) {
  if (precedence > tightest) return unary();
  Expression left = binary(precedence + 1);
  for (std::size_t operands = 1;; ++operands) {
    const Token symbol = tokens_.peek();
    const std::optional<Operator> op = operator_at(symbol);
    if (symbol.is("%") || symbol.is("<<") || symbol.is(">>")) {
      tokens_.fail(symbol, "not modelled: the operator " + quote(symbol),
                   "there are + - * / & | ^ and the comparisons");
    }
    if (!op || op->precedence != precedence) return left;
    if (operands > max_nesting) {
      tokens_.fail(symbol,
                   "too many operands in a row: the limit is " + std::to_string(max_nesting));
    }
    tokens_.take();
    Expression result;
    result.kind = op->kind;
    result.operation = op->operation;
    result.first = left.first;
    Expression right = binary(precedence + 1);
    with_value(left);
    with_value(right);
    const bool truth = op->kind != Kind::binary || is_comparison(op->operation);
    result.type = truth ? NumberType::pred : common_type(left.type, right.type);
    result.parts.push_back(std::move(left));
    result.parts.push_back(std::move(right));
    left = finished(std::move(result));
  }
}

Expression ExpressionReader::unary() {
  const Nested nested(*this);
  const Token first = tokens_.peek();
  if (tokens_.accept_any({"!", "~", "-"})) return negated(first);
  if (tokens_.accept("+")) return unary();
  if (tokens_.accept("*")) return dereferenced(first);
  if (tokens_.accept_any({"++", "--"})) return stepped(unary(), first, first.is("++"), false);
  if (first.is("&")) {
    tokens_.fail(first, "not modelled: pointers in variables",
                 "'&' stands before the expected value of atomic_compare_exchange alone");
  }
  const Token& next = tokens_.peek(1);
  const bool plain = next.is("int") || next.is("unsigned") || next.is("long") || next.is("bool") ||
                     next.is("signed") || next.is("int32_t") || next.is("uint32_t") ||
                     next.is("int64_t") || next.is("uint64_t");
  if (first.is("(") && plain) return cast(first);
  return postfix();
}

Expression ExpressionReader::negated(const Token& first) {
  Expression part = unary();
  with_value(part);
  if (first.is("-") && part.is(Kind::number)) {
    const Value number = evaluate(ArithmeticOp::sub, 0, part.number, part.type);
    const bool small = as_type(NumberType::s32, number) == number;
    if (part.type == NumberType::pred || (part.type == NumberType::s64 && small)) {
      part.type = NumberType::s32;
    }
    part.number = number;
    part.first = first;
    return part;
  }
  Expression result;
  result.kind = Kind::unary;
  result.first = first;
  result.operation = first.is("!")   ? ArithmeticOp::equal
                     : first.is("-") ? ArithmeticOp::sub
                                     : ArithmeticOp::bit_xor;
  result.type = first.is("!") ? NumberType::pred : common_type(part.type, part.type);
  result.parts = {std::move(part)};
  return finished(std::move(result));
}

Expression ExpressionReader::dereferenced(const Token& first) {
  const Token name = tokens_.peek();
  const std::optional<Symbol> symbol =
      name.kind == TokenKind::word ? symbols_.find(name.text) : std::nullopt;
  const auto* const parameter = symbol ? std::get_if<Parameter>(&*symbol) : nullptr;
  if (parameter == nullptr || !parameter->pointer) {
    if (name.kind == TokenKind::word && !symbol) {
      refuse_name(tokens_, name, symbols_.advice(name));
    }
    tokens_.fail(name, "expected a location after '*', found " + quote(name),
                 "'*' stands before a parameter such as 'int* x'");
  }
  tokens_.take();
  Expression result = designation(first, parameter->object, name.place);
  // What binds more tightly than the star needs parentheses: (*x)++, (*x).load().
  if (tokens_.peek().is("++") || tokens_.peek().is("--") || tokens_.peek().is(".") ||
      tokens_.peek().is("[")) {
    tokens_.fail(tokens_.peek(), "not modelled: arithmetic on pointers",
                 "write " + quote("(*" + std::string(name.text) + ")") + " for the object");
  }
  return result;
}

Expression ExpressionReader::cast(const Token& first) {
  Expression result;
  result.kind = Kind::cast;
  result.first = first;
  tokens_.expect("(", "'('");
  result.type = read_type(tokens_).value;
  tokens_.expect(")", "')' after the type", "pointers are not modelled as values");
  result.parts = {unary()};
  with_value(result.parts[0]);
  return finished(std::move(result));
}

Expression ExpressionReader::postfix() {
  Expression result = primary();
  for (;;) {
    const Token symbol = tokens_.peek();
    if (symbol.is("++") || symbol.is("--")) {
      tokens_.take();
      result = stepped(result, result.first, symbol.is("++"), true);
    } else if (symbol.is(".")) {
      tokens_.take();
      result = member(result, tokens_.expect_word("an operation such as load"));
    } else if (symbol.is("[")) {
      tokens_.fail(symbol, "not modelled: arrays", "give each element a name of its own");
    } else {
      return result;
    }
  }
}

Expression ExpressionReader::primary() {
  const Token first = tokens_.peek();
  if (first.kind == TokenKind::number) return number();
  if (first.kind == TokenKind::word || first.is("::")) return named();
  if (!tokens_.accept("(")) {
    tokens_.fail_expected("an expression",
                          first.is("{") ? "" : "a variable, a number, '*x' or an atomic operation");
  }
  Expression inner = assignment();
  if (tokens_.peek().is(",")) {
    tokens_.fail(tokens_.peek(), "not modelled: the comma operator", "write two statements");
  }
  tokens_.expect(")", "')'");
  inner.first = first;
  return finished(std::move(inner));
}

Expression ExpressionReader::number() {
  Expression result;
  const Token token = tokens_.peek();
  result.first = token;
  const std::size_t digits = token.text.find_first_not_of("0123456789");
  const std::string_view suffix =
      token.text.substr(0, 1) == "0" || digits == token.text.npos ? "" : token.text.substr(digits);
  if (!suffix.empty() && suffix.find_first_not_of("uUlL") == suffix.npos) {
    tokens_.fail(token, "the number " + quote(token) + " has a suffix",
                 "leave it out, or write a cast such as '(unsigned) 1'");
  }
  if (token.text.size() > 1 && token.text[0] == '0' && token.text[1] >= '0' &&
      token.text[1] <= '9') {
    tokens_.fail(token, "not modelled: octal numbers such as " + quote(token),
                 "leave out the leading zero");
  }
  result.number = tokens_.expect_number("a number");
  if (tokens_.peek().is(".")) {
    tokens_.fail(token, "not modelled: floating point", "values are whole numbers");
  }
  const bool hexadecimal = token.text.substr(0, 2) == "0x" || token.text.substr(0, 2) == "0X";
  if (as_type(NumberType::s32, result.number) == result.number) {
    result.type = NumberType::s32;
  } else if (hexadecimal && as_type(NumberType::u32, result.number) == result.number) {
    result.type = NumberType::u32;
  } else {
    result.type = NumberType::s64;
  }
  return finished(std::move(result));
}

/// A variable, an object, a truth, or an atomic operation.
Expression ExpressionReader::named() {
  const Token first = tokens_.peek();
  if (first.is("true") || first.is("false")) {
    tokens_.take();
    Expression result;
    result.first = first;
    result.number = first.is("true") ? 1 : 0;
    result.type = NumberType::pred;
    return finished(std::move(result));
  }
  if (prefix_length(tokens_) == 0) {
    if (const std::optional<Symbol> symbol = symbols_.find(first.text)) {
      tokens_.take();
      if (const auto* const reg = std::get_if<RegisterId>(&*symbol)) {
        return variable(first, *reg, code_.type_of(*reg));
      }
      const auto& parameter = std::get<Parameter>(*symbol);
      if (!parameter.pointer) return designation(first, parameter.object, first.place);
      if (tokens_.accept("->")) {
        return member(designation(first, parameter.object, first.place),
                      tokens_.expect_word("an operation such as load"));
      }
      tokens_.fail(first, "not modelled: the pointer " + quote(first) + " as a value",
                   tokens_.peek().is("[")
                       ? "arrays are not modelled; write '*" + std::string(first.text) + "'"
                       : "write '*" + std::string(first.text) + "'");
    }
  }
  if (unprefixed(tokens_).is("atomic_ref")) return temporary_reference(first);
  if (at_type(tokens_)) {
    tokens_.fail(first, "expected an expression, found the type " + quote(unprefixed(tokens_)),
                 "a conversion is written '(int) r0'");
  }
  const Token name = take_name(tokens_);
  return function(first, name);
}

/// An object as it is designated: read, unless it is assigned to or operated on.
Expression ExpressionReader::designation(const Token& first, const Object& object,
                                         SourcePlace place) const {
  Expression result;
  result.kind = Kind::load;
  result.first = first;
  result.type = object.type;
  result.object = object;
  result.object.name.place = place;
  result.order = object.atomic ? Order::sc : Order::weak;
  result.scope = object.scope;
  result.designates = true;
  return finished(std::move(result));
}

Object ExpressionReader::read_object() {
  const Token first = tokens_.peek();
  const Expression object = unary();
  if (!object.is(Kind::load) || !object.designates) {
    tokens_.fail(first, "expected a location such as '*x', found " + quote(object.text()),
                 "an atomic_ref is made of a location");
  }
  return object.object;
}

}  // namespace opexplore::detail
