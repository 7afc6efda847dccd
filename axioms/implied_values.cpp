#include "axioms/implied_values.hpp"

#include <utility>

namespace opexplore::axioms {

namespace {

bool is_constant(const Path& path, ExpressionIndex index) {
  return path.expressions[index].kind == Expression::Kind::constant;
}

// Constants are written anew wherever they occur.
bool same(const Path& path, ExpressionIndex a, ExpressionIndex b) {
  return a == b || (is_constant(path, a) && is_constant(path, b) &&
                    path.expressions[a].constant == path.expressions[b].constant);
}

bool says_equal(const Constraint& constraint) {
  return (constraint.comparison == Comparison::equal && constraint.expected) ||
         (constraint.comparison == Comparison::not_equal && !constraint.expected);
}

// The constant that a constraint says it equals.
std::optional<Value> equal_constant(const Path& path, ExpressionIndex index) {
  for (const Constraint& constraint : path.constraints) {
    if (!says_equal(constraint)) continue;
    const auto [left, right] = std::pair{constraint.left, constraint.right};
    if (left == index && is_constant(path, right)) return path.expressions[right].constant;
    if (right == index && is_constant(path, left)) return path.expressions[left].constant;
  }
  return std::nullopt;
}

std::optional<bool> implied_at(const Path& path, Comparison comparison, ExpressionIndex left,
                               ExpressionIndex right, unsigned depth);

// How deep expressions are looked into: a branch asks of what was read, or compares it.
constexpr unsigned deepest_look = 4;

// The result of `equal` or `not_equal`. Of numbers of fewer than 64 bits they compare a part, which
// can be equal where the numbers are not.
std::optional<Value> compared(const Path& path, const Expression& expression, unsigned depth) {
  const bool whole = expression.type == NumberType::s64 || expression.type == NumberType::u64 ||
                     expression.type == NumberType::b64;
  const auto equal =
      implied_at(path, Comparison::equal, expression.first, expression.second, depth);
  if (!equal || (!*equal && !whole)) return std::nullopt;
  return *equal == (expression.arithmetic == ArithmeticOp::equal) ? 1 : 0;
}

std::optional<Value> value(const Path& path, ExpressionIndex index, unsigned depth) {
  const Expression& expression = path.expressions[index];
  if (expression.kind == Expression::Kind::constant) return expression.constant;
  if (const auto constant = equal_constant(path, index)) return constant;
  if (expression.kind != Expression::Kind::arithmetic || depth == deepest_look) return std::nullopt;
  const ArithmeticOp op = expression.arithmetic;
  if (op == ArithmeticOp::equal || op == ArithmeticOp::not_equal) {
    if (const auto result = compared(path, expression, depth + 1)) return result;
  }
  const auto first = value(path, expression.first, depth + 1);
  if (!first) return std::nullopt;
  if (op == ArithmeticOp::move) return evaluate(op, *first, 0, expression.type);
  const auto second = value(path, expression.second, depth + 1);
  return second ? std::optional(evaluate(op, *first, *second, expression.type)) : std::nullopt;
}

// What the constraints say of exactly these two.
std::optional<bool> stated(const Path& path, Comparison comparison, ExpressionIndex left,
                           ExpressionIndex right) {
  const bool equality = comparison == Comparison::equal || comparison == Comparison::not_equal;
  for (const Constraint& constraint : path.constraints) {
    const bool forward = same(path, constraint.left, left) && same(path, constraint.right, right);
    const bool backward = same(path, constraint.left, right) && same(path, constraint.right, left);
    if (forward && constraint.comparison == comparison) return constraint.expected;
    const bool asks_equality = constraint.comparison == Comparison::equal ||
                               constraint.comparison == Comparison::not_equal;
    if (!equality || !asks_equality || (!forward && !backward)) continue;
    return says_equal(constraint) == (comparison == Comparison::equal);
  }
  return std::nullopt;
}

std::optional<bool> implied_at(const Path& path, Comparison comparison, ExpressionIndex left,
                               ExpressionIndex right, unsigned depth) {
  if (left == right) return evaluate(comparison, 0, 0);
  const auto first = value(path, left, depth);
  const auto second = value(path, right, depth);
  if (first && second) return evaluate(comparison, *first, *second);
  return stated(path, comparison, left, right);
}

}  // namespace

std::optional<bool> implied(const Path& path, Comparison comparison, ExpressionIndex left,
                            ExpressionIndex right) {
  return implied_at(path, comparison, left, right, 0);
}

}  // namespace opexplore::axioms
