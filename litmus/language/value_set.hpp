// Which values something can have: a few known ones, or any.
//
// Each value says which writes it came through. An instruction that is executed once at most cannot
// write a value that came through its own write; so two threads that each add 1 to a counter make
// it 2 at most, though both may read what the other wrote.
#pragma once

#include <bitset>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "opmodel/program.hpp"

namespace opexplore::detail {

/// Writes of a program that are counted, one bit each.
using Writes = std::bitset<128>;

/// A set of values. More than max_size are "any": what can only grow then ends growing.
class ValueSet {
 public:
  static constexpr std::size_t max_size = 64;

  ValueSet() = default;  ///< no value
  explicit ValueSet(Value value) { add(value); }
  static ValueSet any();

  bool is_any() const { return any_; }
  bool empty() const { return !any_ && ways_.empty(); }
  /// In how many ways values can have come about, and so what it takes to compute with them; 0 when
  /// is_any().
  std::size_t ways() const;
  /// The values, in increasing order; none when is_any().
  std::vector<Value> values() const;
  /// The value, if there is exactly one.
  std::optional<Value> single() const;

  /// Adds the value as one that came through these writes; true if that is new.
  bool add(Value value, const Writes& writes = {});
  /// Adds the values of `other`; true if there were new ones.
  bool add(const ValueSet& other);

  /// Takes the others away; of any value nothing.
  void keep_if(const std::function<bool(Value)>& fits);

  /// The values that the write can write, if these are what it is given.
  ValueSet through(std::size_t write) const;

  bool operator==(const ValueSet&) const = default;

 private:
  /// A value, and the writes that it can have come through: no set contains another, for less is
  /// excluded of the smaller one.
  struct Ways {
    Value value = 0;
    std::vector<Writes> writes;
    bool operator==(const Ways&) const = default;
  };

  template <class Apply>
  friend ValueSet for_all_pairs(const ValueSet& left, const ValueSet& right, const Apply& apply);

  bool any_ = false;
  std::vector<Ways> ways_;  ///< by value
};

/// \name The results of an operation on all values of its operands.
/// @{
ValueSet evaluate(ArithmeticOp op, const ValueSet& left, const ValueSet& right, NumberType type);
ValueSet evaluate(AtomicOp op, const ValueSet& old, const ValueSet& operand);
/// @}

/// The results when both operands are the same register: xor and sub give 0.
ValueSet evaluate_same(ArithmeticOp op, const ValueSet& both, NumberType type);

}  // namespace opexplore::detail
