#include "opmodel/parts/goal.hpp"

#include <algorithm>

namespace opexplore {

namespace {

// Which truth values a formula may have.
struct Truth {
  bool may_hold = false;
  bool may_fail = false;
};

PossibleValues values_of(const Term& term, const Goal::Possible& possible) {
  if (const auto* const constant = std::get_if<Value>(&term)) return PossibleValues(*constant);
  return possible(std::get<ObservableIndex>(term).index);
}

Truth truth_of(Comparison comparison, const PossibleValues& left, const PossibleValues& right) {
  if (left.is_any() || right.is_any()) return {true, true};
  Truth result;
  for (const Value a : left.values()) {
    for (const Value b : right.values()) {
      (evaluate(comparison, a, b) ? result.may_hold : result.may_fail) = true;
    }
  }
  return result;
}

Truth truth_of(const Proposition& proposition, const Goal::Possible& possible) {
  switch (proposition.kind) {
    case Proposition::Kind::truth:
      return {true, false};
    case Proposition::Kind::comparison:
      return truth_of(proposition.comparison, values_of(proposition.left, possible),
                      values_of(proposition.right, possible));
    case Proposition::Kind::conjunction: {
      Truth result{true, false};
      for (const Proposition& part : proposition.parts) {
        const Truth truth = truth_of(part, possible);
        result.may_hold = result.may_hold && truth.may_hold;
        result.may_fail = result.may_fail || truth.may_fail;
        if (!result.may_hold) break;  // what follows cannot mend it
      }
      return result;
    }
    case Proposition::Kind::disjunction: {
      Truth result{false, true};
      for (const Proposition& part : proposition.parts) {
        const Truth truth = truth_of(part, possible);
        result.may_hold = result.may_hold || truth.may_hold;
        result.may_fail = result.may_fail && truth.may_fail;
      }
      return result;
    }
    case Proposition::Kind::negation: {
      const Truth truth = truth_of(proposition.parts.front(), possible);
      return {truth.may_fail, truth.may_hold};
    }
  }
  return {true, true};
}

}  // namespace

PossibleValues PossibleValues::any() {
  PossibleValues result;
  result.any_ = true;
  return result;
}

void PossibleValues::add(Value value) {
  if (any_) return;
  const auto place = std::ranges::lower_bound(values_, value);
  if (place != values_.end() && *place == value) return;
  values_.insert(place, value);
  if (values_.size() > most) *this = any();
}

void PossibleValues::add(const PossibleValues& other) {
  if (other.any_) *this = any();
  for (const Value value : other.values_) add(value);
}

bool Goal::is_open(Possible possible) const {
  if (test_.filter && !truth_of(*test_.filter, possible).may_hold) return false;
  const Truth truth = truth_of(test_.condition, possible);
  return test_.quantifier == Quantifier::forall ? truth.may_fail : truth.may_hold;
}

}  // namespace opexplore
