// Which values something can have: a few known ones, or any.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "opmodel/program.hpp"

namespace opexplore::detail {

/// A set of values. More than max_size are "any": what can only grow then ends growing.
class ValueSet {
 public:
  static constexpr std::size_t max_size = 64;

  ValueSet() = default;  ///< no value
  explicit ValueSet(Value value) : values_{value} {}
  static ValueSet any();

  bool is_any() const { return any_; }
  bool empty() const { return !any_ && values_.empty(); }
  /// The values, in increasing order; none when is_any().
  std::span<const Value> values() const { return values_; }
  /// The value, if there is exactly one.
  std::optional<Value> single() const;

  void add(Value value);
  /// Adds the values of `other`; true if there were new ones.
  bool add(const ValueSet& other);

  bool operator==(const ValueSet&) const = default;

 private:
  bool any_ = false;
  std::vector<Value> values_;  ///< sorted
};

/// \name The results of an operation on all values of its operands.
/// @{
ValueSet evaluate(ArithmeticOp op, const ValueSet& left, const ValueSet& right, NumberType type);
ValueSet evaluate(AtomicOp op, const ValueSet& old, const ValueSet& operand);
/// @}

/// The results when both operands are the same register: xor and sub give 0.
ValueSet evaluate_same(ArithmeticOp op, const ValueSet& both, NumberType type);

}  // namespace opexplore::detail
