// What a search for a verdict looks for: a final state that decides the quantified condition, that
// is, a witness of `exists` or a counterexample of `~exists` and `forall`, which passes the filter.
// States from which none can be reached need not be visited.
//
// A machine says what each observable may still be at the end; the condition is then evaluated in
// three-valued logic. Too many possible values cost time, too few cost the verdict.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "opmodel/condition.hpp"
#include "opmodel/parts/function_ref.hpp"

namespace opexplore {

/// The values that an observable may have at the end: one of a few, or any.
class PossibleValues {
 public:
  /// More values than these count as any.
  static constexpr std::size_t most = 16;

  /// No value yet.
  PossibleValues() = default;
  /// This value alone.
  explicit PossibleValues(Value value) { add(value); }
  /// Any value at all.
  static PossibleValues any();

  void add(Value value);
  void add(const PossibleValues& other);

  bool is_any() const { return any_; }
  /// In increasing order. Precondition: not is_any().
  std::span<const Value> values() const { return values_; }
  bool operator==(const PossibleValues&) const = default;

 private:
  bool any_ = false;
  std::vector<Value> values_;
};

/// The final states that decide the verdict on a test.
class Goal {
 public:
  /// What an observable of the test may still be, by its index in Test::observables.
  using Possible = FunctionRef<PossibleValues(std::size_t)>;

  /// Keeps a reference to the test.
  explicit Goal(const Test& test) : test_(test) {}

  /// Whether a final state that satisfies the goal may be reached. Asks for an observable only if
  /// the condition or the filter needs it. Never false if one can be reached.
  bool is_open(Possible possible) const;

 private:
  const Test& test_;
};

}  // namespace opexplore
