#include "litmus/kernels/abstract.hpp"

namespace opexplore::kernel {

namespace {

Value low_bits(std::uint32_t bits, Value value) {
  const auto mask = (std::uint64_t{1} << bits) - 1;
  return static_cast<Value>(static_cast<std::uint64_t>(value) & mask);
}

}  // namespace

Value wide_value(std::uint32_t bits, Value value) {
  if (bits == 1) return value != 0 ? 1 : 0;
  if (bits == 32) return as_type(NumberType::s32, value);
  return bits < 32 ? low_bits(bits, value) : value;
}

Value typed_value(Type type, Value value) {
  if (type.bits >= 64) return value;
  const Value low = low_bits(type.bits, value);
  const Value sign = Value{1} << (type.bits - 1);
  return type.kind == 's' && (low & sign) != 0 ? low - 2 * sign : low;
}

std::optional<Value> fold(ArithmeticOp op, Type type, Value left, Value right) {
  if (type.kind == 'f' || type.bits > 64) return std::nullopt;
  const NumberType computed = type.kind == 's' ? NumberType::s64 : NumberType::u64;
  const Value result = evaluate(op, typed_value(type, left), typed_value(type, right), computed);
  const bool truth = op >= ArithmeticOp::equal;
  return truth ? result : wide_value(type.bits, result);
}

NumberType number_type(Type type, bool sign_matters) {
  if (type.kind == 'p') return NumberType::pred;
  const bool is_unsigned = sign_matters && type.kind != 's';
  if (type.bits <= 32) return is_unsigned ? NumberType::u32 : NumberType::s32;
  return is_unsigned ? NumberType::u64 : NumberType::s64;
}

}  // namespace opexplore::kernel
