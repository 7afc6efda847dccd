#include "opmodel/program.hpp"

#include <array>
#include <limits>

namespace opexplore {

namespace {

using Unsigned = std::uint64_t;

Unsigned bits(Value value) { return static_cast<Unsigned>(value); }
Value wrap(Unsigned value) { return static_cast<Value>(value); }

bool is_unsigned(NumberType type) { return type != NumberType::s64 && type != NumberType::s32; }

}  // namespace

Value as_type(NumberType type, Value value) {
  switch (type) {
    case NumberType::s64:
    case NumberType::u64:
    case NumberType::b64:
      return value;
    case NumberType::s32:
      return static_cast<std::int32_t>(bits(value));
    case NumberType::u32:
    // WART: b32-unsigned. A .s32 register then holds what no negative number is equal to.
    case NumberType::b32:
      return static_cast<std::uint32_t>(bits(value));
    case NumberType::pred:
      return value != 0 ? 1 : 0;
  }
  return value;
}

namespace {

bool less(Value left, Value right, NumberType type) {
  return is_unsigned(type) ? bits(left) < bits(right) : left < right;
}

Value divide(Value left, Value right, NumberType type) {
  if (right == 0) return -1;
  if (is_unsigned(type)) return wrap(bits(left) / bits(right));
  if (left == std::numeric_limits<Value>::min() && right == -1) return left;
  return left / right;
}

// The operands are values of the type; the result need not be yet.
Value compute(ArithmeticOp op, Value left, Value right, NumberType type) {
  switch (op) {
    case ArithmeticOp::move:
      return left;
    case ArithmeticOp::add:
      return wrap(bits(left) + bits(right));
    case ArithmeticOp::sub:
      return wrap(bits(left) - bits(right));
    case ArithmeticOp::mul:
      return wrap(bits(left) * bits(right));
    case ArithmeticOp::div:
      return divide(left, right, type);
    case ArithmeticOp::bit_and:
      return left & right;
    case ArithmeticOp::bit_or:
      return left | right;
    case ArithmeticOp::bit_xor:
      return left ^ right;
    case ArithmeticOp::equal:
      return left == right ? 1 : 0;
    case ArithmeticOp::not_equal:
      return left != right ? 1 : 0;
    case ArithmeticOp::less:
      return less(left, right, type) ? 1 : 0;
    case ArithmeticOp::less_equal:
      return less(right, left, type) ? 0 : 1;
    case ArithmeticOp::greater:
      return less(right, left, type) ? 1 : 0;
    case ArithmeticOp::greater_equal:
      return less(left, right, type) ? 0 : 1;
  }
  return 0;
}

}  // namespace

Value evaluate(ArithmeticOp op, Value left, Value right, NumberType type) {
  return as_type(type, compute(op, as_type(type, left), as_type(type, right), type));
}

bool evaluate(Comparison comparison, Value left, Value right) {
  switch (comparison) {
    case Comparison::equal:
      return left == right;
    case Comparison::not_equal:
      return left != right;
    case Comparison::less:
      return left < right;
    case Comparison::less_equal:
      return left <= right;
    case Comparison::greater:
      return left > right;
    case Comparison::greater_equal:
      return left >= right;
  }
  return false;
}

Value evaluate(AtomicOp op, Value old, Value operand) {
  switch (op) {
    case AtomicOp::add:
      return evaluate(ArithmeticOp::add, old, operand);
    case AtomicOp::sub:
      return evaluate(ArithmeticOp::sub, old, operand);
    case AtomicOp::mul:
      return evaluate(ArithmeticOp::mul, old, operand);
    case AtomicOp::div:
      return evaluate(ArithmeticOp::div, old, operand);
    case AtomicOp::bit_and:
      return old & operand;
    case AtomicOp::bit_or:
      return old | operand;
    case AtomicOp::bit_xor:
      return old ^ operand;
    case AtomicOp::min:
      return old < operand ? old : operand;
    case AtomicOp::max:
      return old > operand ? old : operand;
    case AtomicOp::inc:
      return bits(old) >= bits(operand) ? 0 : wrap(bits(old) + 1);
    case AtomicOp::dec:
      return old == 0 || bits(old) > bits(operand) ? operand : wrap(bits(old) - 1);
    case AtomicOp::exch:
    case AtomicOp::cas:
      return operand;
  }
  return 0;
}

}  // namespace opexplore
