#include "litmus/language/c_format/expression.hpp"

#include <algorithm>

namespace opexplore::detail {

bool has_effect(const Expression& expression) {
  switch (expression.kind) {
    case Expression::Kind::number:
    case Expression::Kind::variable:
      return false;
    case Expression::Kind::unary:
    case Expression::Kind::binary:
    case Expression::Kind::conjunction:
    case Expression::Kind::disjunction:
    case Expression::Kind::cast:
      return std::any_of(expression.parts.begin(), expression.parts.end(), has_effect);
    case Expression::Kind::load:
    case Expression::Kind::store:
    case Expression::Kind::fetch:
    case Expression::Kind::compare:
    case Expression::Kind::fence:
    case Expression::Kind::assign:
    case Expression::Kind::step:
      break;
  }
  return true;
}

bool is_comparison(ArithmeticOp op) {
  return op == ArithmeticOp::equal || op == ArithmeticOp::not_equal || op == ArithmeticOp::less ||
         op == ArithmeticOp::less_equal || op == ArithmeticOp::greater ||
         op == ArithmeticOp::greater_equal;
}

NumberType common_type(NumberType a, NumberType b) {
  for (const NumberType type : {NumberType::u64, NumberType::s64, NumberType::u32}) {
    if (a == type || b == type) return type;
  }
  return NumberType::s32;
}

}  // namespace opexplore::detail
