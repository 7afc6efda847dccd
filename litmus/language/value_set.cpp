#include "litmus/language/value_set.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace opexplore::detail {

/// Applies a function of two values to all pairs.
template <class Apply>
ValueSet for_all_pairs(const ValueSet& left, const ValueSet& right, const Apply& apply) {
  if (left.empty() || right.empty()) return {};
  if (left.is_any() || right.is_any()) return ValueSet::any();
  ValueSet result;
  for (const ValueSet::Ways& a : left.ways_) {
    for (const ValueSet::Ways& b : right.ways_) {
      const Value value = apply(a.value, b.value);
      for (const Writes& first : a.writes) {
        for (const Writes& second : b.writes) result.add(value, first | second);
      }
      if (result.is_any()) return result;
    }
  }
  return result;
}

namespace {

bool gives_truth(ArithmeticOp op) { return op >= ArithmeticOp::equal; }

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
  const auto all = static_cast<std::uint64_t>(*mask);
  for (std::uint64_t part = all;; part = (part - 1) & all) {
    result.add(static_cast<Value>(part));
    if (part == 0) return result;
  }
}

/// What an operation can give when an operand can be anything.
ValueSet of_unknown(ArithmeticOp op, const ValueSet& left, const ValueSet& right) {
  if (left.empty() || right.empty()) return {};
  if (gives_truth(op)) return truth_values();
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

std::vector<Value> ValueSet::values() const {
  std::vector<Value> result;
  for (const Ways& ways : ways_) result.push_back(ways.value);
  return result;
}

std::size_t ValueSet::ways() const {
  std::size_t count = 0;
  for (const Ways& ways : ways_) count += ways.writes.size();
  return count;
}

std::optional<Value> ValueSet::single() const {
  return ways_.size() == 1 ? std::optional(ways_.front().value) : std::nullopt;
}

bool ValueSet::add(Value value, const Writes& writes) {
  if (any_) return false;
  const auto at = std::ranges::lower_bound(ways_, value, {}, &Ways::value);
  if (at == ways_.end() || at->value != value) {
    ways_.insert(at, {value, {writes}});
    if (ways_.size() > max_size) *this = any();
    return true;
  }
  std::vector<Writes>& known = at->writes;
  if (std::ranges::any_of(known, [&](const Writes& w) { return (w & writes) == w; })) return false;
  std::erase_if(known, [&](const Writes& w) { return (w & writes) == writes; });
  known.push_back(writes);
  constexpr std::size_t most_ways = 32;
  if (known.size() > most_ways) {  // what all have in common excludes less than each of them
    Writes common = known.front();
    for (const Writes& w : known) common &= w;
    known.assign(1, common);
  }
  return true;
}

bool ValueSet::add(const ValueSet& other) {
  if (any_ || other.empty()) return false;
  if (other.any_) {
    *this = any();
    return true;
  }
  bool grown = false;
  for (const Ways& ways : other.ways_) {
    for (const Writes& writes : ways.writes) grown = add(ways.value, writes) || grown;
  }
  return grown;
}

void ValueSet::keep_if(const std::function<bool(Value)>& fits) {
  std::erase_if(ways_, [&](const Ways& ways) { return !fits(ways.value); });
}

ValueSet ValueSet::through(std::size_t write) const {
  if (any_ || write >= Writes().size()) return *this;
  ValueSet result;
  for (const Ways& ways : ways_) {
    for (Writes writes : ways.writes) {
      if (writes.test(write)) continue;
      result.add(ways.value, writes.set(write));
    }
  }
  return result;
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
