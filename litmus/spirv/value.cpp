#include "litmus/spirv/value.hpp"

#include <algorithm>
#include <bit>
#include <spirv/unified1/spirv.hpp11>
#include <tuple>

#include "litmus/kernels/abstract.hpp"

namespace opexplore::spirv {

namespace {

using spv::Op;

/// Both meanings of two numbers.
struct Numbers {
  Value a, b;          ///< with a sign
  std::uint64_t u, v;  ///< without
  std::uint32_t bits;
};

std::optional<Value> divided(Op op, const Numbers& n) {
  if (n.v == 0 || (n.b == -1 && op != Op::OpUDiv && op != Op::OpUMod)) {
    if (n.v == 0) return std::nullopt;
    return op == Op::OpSDiv ? kernel::difference(0, n.a) : 0;
  }
  switch (op) {
    case Op::OpUDiv:
      return static_cast<Value>(n.u / n.v);
    case Op::OpUMod:
      return static_cast<Value>(n.u % n.v);
    case Op::OpSDiv:
      return n.a / n.b;
    case Op::OpSRem:
      return n.a % n.b;
    case Op::OpSMod: {
      const Value rest = n.a % n.b;
      return rest != 0 && (rest < 0) != (n.b < 0) ? rest + n.b : rest;
    }
    default:
      return std::nullopt;
  }
}

std::optional<Value> shifted(Op op, const Numbers& n) {
  if (n.v >= n.bits) return std::nullopt;
  if (op == Op::OpShiftRightArithmetic) return n.a >> n.v;
  return static_cast<Value>(op == Op::OpShiftLeftLogical ? n.u << n.v : n.u >> n.v);
}

std::optional<bool> compared(Op op, const Numbers& n) {
  switch (op) {
    case Op::OpIEqual:
    case Op::OpLogicalEqual:
      return n.u == n.v;
    case Op::OpINotEqual:
    case Op::OpLogicalNotEqual:
      return n.u != n.v;
    case Op::OpUGreaterThan:
      return n.u > n.v;
    case Op::OpSGreaterThan:
      return n.a > n.b;
    case Op::OpUGreaterThanEqual:
      return n.u >= n.v;
    case Op::OpSGreaterThanEqual:
      return n.a >= n.b;
    case Op::OpULessThan:
      return n.u < n.v;
    case Op::OpSLessThan:
      return n.a < n.b;
    case Op::OpULessThanEqual:
      return n.u <= n.v;
    case Op::OpSLessThanEqual:
      return n.a <= n.b;
    default:
      return std::nullopt;
  }
}

std::optional<Value> calculated(Op op, const Numbers& n) {
  switch (op) {
    case Op::OpIAdd:
      return kernel::sum(n.a, n.b);
    case Op::OpISub:
      return kernel::difference(n.a, n.b);
    case Op::OpIMul:
      return kernel::product(n.a, n.b);
    case Op::OpBitwiseAnd:
    case Op::OpLogicalAnd:
      return n.a & n.b;
    case Op::OpBitwiseOr:
    case Op::OpLogicalOr:
      return n.a | n.b;
    case Op::OpBitwiseXor:
      return n.a ^ n.b;
    case Op::OpNot:
      return ~n.a;
    case Op::OpLogicalNot:
      return n.u == 0 ? 1 : 0;
    case Op::OpSNegate:
      return kernel::difference(0, n.a);
    case Op::OpBitCount:
      return std::popcount(n.u);
    default:
      return std::nullopt;
  }
}

}  // namespace

std::strong_ordering Known::operator<=>(const Known& other) const {
  const auto scalars = [](const Known& known) {
    return std::tuple(known.kind, known.reg, known.object, known.number);
  };
  const auto order = scalars(*this) <=> scalars(other);
  if (order != 0) return order;
  return std::lexicographical_compare_three_way(parts.begin(), parts.end(), other.parts.begin(),
                                                other.parts.end());
}

Value literal(const Operand& operand, const Type& type) {
  std::uint64_t value = 0;
  for (std::size_t i = operand.words.size(); i-- > 0;) value = value << 32U | operand.words[i];
  return held(type, static_cast<Value>(value));
}

Value held(const Type& type, Value value) { return kernel::wide_value(type.bits, value); }

std::optional<Value> fold(std::uint16_t opcode, const Type& type, Value left, Value right) {
  const Op op{opcode};
  const kernel::Type with_sign{'s', type.bits};
  const kernel::Type without{'u', type.bits};
  const Numbers n{kernel::typed_value(with_sign, left), kernel::typed_value(with_sign, right),
                  static_cast<std::uint64_t>(kernel::typed_value(without, left)),
                  static_cast<std::uint64_t>(kernel::typed_value(without, right)), type.bits};
  if (const auto truth = compared(op, n)) return *truth ? 1 : 0;
  std::optional<Value> result = calculated(op, n);
  if (!result) result = op >= Op::OpUDiv && op <= Op::OpSMod ? divided(op, n) : std::nullopt;
  if (op == Op::OpShiftRightLogical || op == Op::OpShiftRightArithmetic ||
      op == Op::OpShiftLeftLogical) {
    result = shifted(op, n);
  }
  if (!result) return std::nullopt;
  return op == Op::OpLogicalNot ? *result : held(type, *result);
}

}  // namespace opexplore::spirv
