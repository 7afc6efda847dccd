#include "litmus/language/value_set.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <iterator>

namespace opexplore::detail {

namespace {

/// Applies a function of two values to all pairs.
template <class Apply>
ValueSet for_all_pairs(const ValueSet& left, const ValueSet& right, const Apply& apply) {
  if (left.empty() || right.empty()) return {};
  if (left.is_any() || right.is_any()) return ValueSet::any();
  ValueSet result;
  for (const Value a : left.values()) {
    for (const Value b : right.values()) {
      result.add(apply(a, b));
      if (result.is_any()) return result;
    }
  }
  return result;
}

bool is_comparison(ArithmeticOp op) { return op >= ArithmeticOp::equal; }

/// Whether 0 as one operand makes the result 0 whatever the other is.
bool absorbs_zero(ArithmeticOp op) {
  return op == ArithmeticOp::bit_and || op == ArithmeticOp::mul;
}

ValueSet truth_values() {
  ValueSet result(Value{0});
  result.add(Value{1});
  return result;
}

/// All that is left of numbers whose other bits were cut off, if those are few: an index into a
/// ring, `i & 3`.
std::optional<ValueSet> masked(const ValueSet& left, const ValueSet& right) {
  const std::optional<Value> mask = left.is_any() ? right.single() : left.single();
  if (!mask || std::size_t{1} << std::min(std::popcount(static_cast<std::uint64_t>(*mask)), 62) >
                   ValueSet::max_size) {
    return std::nullopt;
  }
  ValueSet result;
  for (Value part = *mask;; part = (part - 1) & *mask) {
    result.add(part);
    if (part == 0) return result;
  }
}

/// What an operation can give when an operand can be anything.
ValueSet of_unknown(ArithmeticOp op, const ValueSet& left, const ValueSet& right) {
  if (left.empty() || right.empty()) return {};
  if (is_comparison(op)) return truth_values();
  if (op == ArithmeticOp::bit_and) {
    if (const std::optional<ValueSet> parts = masked(left, right)) return *parts;
  }
  const bool zero = left.single() == Value{0} || right.single() == Value{0};
  return zero && absorbs_zero(op) ? ValueSet(Value{0}) : ValueSet::any();
}

}  // namespace

ValueSet ValueSet::any() {
  ValueSet result;
  result.any_ = true;
  return result;
}

std::optional<Value> ValueSet::single() const {
  return values_.size() == 1 ? std::optional(values_.front()) : std::nullopt;
}

void ValueSet::add(Value value) {
  if (any_) return;
  const auto at = std::lower_bound(values_.begin(), values_.end(), value);
  if (at != values_.end() && *at == value) return;
  values_.insert(at, value);
  if (values_.size() > max_size) *this = any();
}

bool ValueSet::add(const ValueSet& other) {
  if (any_ || other.empty()) return false;
  if (other.any_) {
    *this = any();
    return true;
  }
  if (std::includes(values_.begin(), values_.end(), other.values_.begin(), other.values_.end())) {
    return false;
  }
  std::vector<Value> both;
  std::set_union(values_.begin(), values_.end(), other.values_.begin(), other.values_.end(),
                 std::back_inserter(both));
  values_ = std::move(both);
  if (values_.size() > max_size) *this = any();
  return true;
}

ValueSet evaluate(ArithmeticOp op, const ValueSet& left, const ValueSet& right, NumberType type) {
  if (op == ArithmeticOp::move) {
    return for_all_pairs(left, ValueSet(Value{0}),
                         [&](Value value, Value) { return as_type(type, value); });
  }
  if (left.is_any() || right.is_any()) return of_unknown(op, left, right);
  return for_all_pairs(left, right,
                       [&](Value a, Value b) { return opexplore::evaluate(op, a, b, type); });
}

ValueSet evaluate_same(ArithmeticOp op, const ValueSet& both, NumberType type) {
  if (both.empty()) return {};
  if (op == ArithmeticOp::bit_xor || op == ArithmeticOp::sub) return ValueSet(Value{0});
  if (both.is_any()) return evaluate(op, both, both, type);
  ValueSet result;
  for (const Value value : both.values()) result.add(opexplore::evaluate(op, value, value, type));
  return result;
}

ValueSet evaluate(AtomicOp op, const ValueSet& old, const ValueSet& operand) {
  if (op == AtomicOp::exch || op == AtomicOp::cas) return operand;
  return for_all_pairs(old, operand,
                       [&](Value a, Value b) { return opexplore::evaluate(op, a, b); });
}

}  // namespace opexplore::detail
