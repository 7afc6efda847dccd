#include "opmodel/program.hpp"

#include <array>
#include <limits>

namespace opexplore {

namespace {

using Unsigned = std::uint64_t;

Unsigned bits(Value value) { return static_cast<Unsigned>(value); }
Value wrap(Unsigned value) { return static_cast<Value>(value); }

Value divide(Value left, Value right) {
  if (right == 0) return -1;
  if (left == std::numeric_limits<Value>::min() && right == -1) return left;
  return left / right;
}

}  // namespace

Value evaluate(ArithmeticOp op, Value left, Value right) {
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
      return divide(left, right);
    case ArithmeticOp::bit_and:
      return left & right;
    case ArithmeticOp::bit_or:
      return left | right;
    case ArithmeticOp::bit_xor:
      return left ^ right;
  }
  return 0;
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

namespace {

template <std::size_t Size, class Enum>
std::string_view name_of(const std::array<std::string_view, Size>& names, Enum value) {
  return names.at(static_cast<std::size_t>(value));
}

}  // namespace

std::string_view to_string(Scope scope) {
  constexpr std::array<std::string_view, 3> names{"cta", "gpu", "sys"};
  return name_of(names, scope);
}

std::string_view to_string(Proxy proxy) {
  constexpr std::array<std::string_view, 4> names{"generic", "texture", "surface", "constant"};
  return name_of(names, proxy);
}

std::string_view to_string(Order order) {
  constexpr std::array<std::string_view, 6> names{"weak",    "relaxed", "acquire",
                                                  "release", "acq_rel", "sc"};
  return name_of(names, order);
}

std::string_view to_string(Comparison comparison) {
  constexpr std::array<std::string_view, 6> names{"==", "!=", "<", "<=", ">", ">="};
  return name_of(names, comparison);
}

std::string_view to_string(ArithmeticOp op) {
  constexpr std::array<std::string_view, 8> names{"mov", "add", "sub", "mul",
                                                  "div", "and", "or",  "xor"};
  return name_of(names, op);
}

std::string_view to_string(AtomicOp op) {
  constexpr std::array<std::string_view, 13> names{"add", "sub", "mul", "div", "and",  "or", "xor",
                                                   "min", "max", "inc", "dec", "exch", "cas"};
  return name_of(names, op);
}

std::string_view to_string(ProxyFenceKind kind) {
  constexpr std::array<std::string_view, 5> names{"generic", "texture", "surface", "constant",
                                                  "alias"};
  return name_of(names, kind);
}

}  // namespace opexplore
