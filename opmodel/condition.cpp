#include "opmodel/condition.hpp"

#include <algorithm>

#include "opmodel/amdgpu.hpp"

namespace opexplore {

namespace {

Value value_of(const Term& term, std::span<const Value> outcome) {
  if (const auto* const observable = std::get_if<ObservableIndex>(&term)) {
    return outcome[observable->index];
  }
  return std::get<Value>(term);
}

ObjectKind object_of(const LocationTerm& term, const Program& program) {
  return program.locations[program.addresses[term.address].location].object;
}

std::string to_string(const Term& term, const Test& test) {
  if (const auto* const observable = std::get_if<ObservableIndex>(&term)) {
    return to_string(test.observables[observable->index], test.program);
  }
  const Value value = std::get<Value>(term);
  if (test.program.language == Language::amdgpu && value == undef) return "undef";
  return std::to_string(value);
}

/// Whether the term is how the execution ends: `undef`.
bool is_ending(const Term& term, const Test& test) {
  const auto* const index = std::get_if<ObservableIndex>(&term);
  if (index == nullptr) return false;
  const auto* const asked = std::get_if<LocationTerm>(&test.observables[index->index]);
  return asked != nullptr && object_of(*asked, test.program) == ObjectKind::ending;
}

std::string comparison_text(const Proposition& proposition, const Test& test) {
  const std::string left = to_string(proposition.left, test);
  const bool zero = proposition.right == Term{Value{0}};
  if (proposition.comparison == Comparison::not_equal && zero &&
      is_ending(proposition.left, test)) {
    return left;
  }
  const std::string right = to_string(proposition.right, test);
  switch (proposition.comparison) {
    case Comparison::equal:
      return left + "=" + right;
    case Comparison::not_equal:
      return "not (" + left + "=" + right + ")";
    case Comparison::less:
      return left + "<" + right;
    case Comparison::less_equal:
      return left + "<=" + right;
    case Comparison::greater:
      return left + ">" + right;
    case Comparison::greater_equal:
      return left + ">=" + right;
  }
  return {};
}

/// Conjunction binds tighter than disjunction; a part that binds less tightly
/// than its surroundings needs parentheses.
std::string part_text(const Proposition& part, Proposition::Kind around, const Test& test) {
  const bool loose =
      part.kind == Proposition::Kind::disjunction && around == Proposition::Kind::conjunction;
  const bool same = part.kind == around;  // keeps the nesting readable back as it is
  const std::string text = to_string(part, test);
  return loose || same ? "(" + text + ")" : text;
}

std::string joined(const Proposition& proposition, std::string_view connective, const Test& test) {
  std::string text;
  for (const Proposition& part : proposition.parts) {
    if (!text.empty()) text += connective;
    text += part_text(part, proposition.kind, test);
  }
  return text;
}

}  // namespace

namespace {

bool comparison_holds(const Proposition& proposition, std::span<const Value> outcome) {
  const Value left = value_of(proposition.left, outcome);
  const Value right = value_of(proposition.right, outcome);
  if (proposition.of_undef != OfUndef::as_number && (left == undef || right == undef)) {
    return proposition.of_undef == OfUndef::holds;
  }
  return evaluate(proposition.comparison, left, right);
}

}  // namespace

bool holds(const Proposition& proposition, std::span<const Value> outcome) {
  const auto part_holds = [&](const Proposition& part) { return holds(part, outcome); };
  const std::vector<Proposition>& parts = proposition.parts;
  switch (proposition.kind) {
    case Proposition::Kind::truth:
      return true;
    case Proposition::Kind::comparison:
      return comparison_holds(proposition, outcome);
    case Proposition::Kind::conjunction:
      return std::all_of(parts.begin(), parts.end(), part_holds);
    case Proposition::Kind::disjunction:
      return std::any_of(parts.begin(), parts.end(), part_holds);
    case Proposition::Kind::negation:
      return !part_holds(parts.front());
  }
  return false;
}

std::string to_string(const Observable& observable, const Program& program) {
  if (const auto* const term = std::get_if<RegisterTerm>(&observable)) {
    return std::to_string(term->thread) + ":" +
           program.threads[term->thread].registers[term->reg].name;
  }
  const auto& location = std::get<LocationTerm>(observable);
  const std::string& name = program.addresses[location.address].name;
  return object_of(location, program) == ObjectKind::ending ? name : "[" + name + "]";
}

std::string to_string(const Proposition& proposition, const Test& test) {
  switch (proposition.kind) {
    case Proposition::Kind::truth:
      return "true";
    case Proposition::Kind::comparison:
      return comparison_text(proposition, test);
    case Proposition::Kind::conjunction:
      return joined(proposition, " /\\ ", test);
    case Proposition::Kind::disjunction:
      return joined(proposition, " \\/ ", test);
    case Proposition::Kind::negation:
      return "not (" + to_string(proposition.parts.front(), test) + ")";
  }
  return {};
}

std::string condition_line(const Test& test) {
  const std::string text = "(" + to_string(test.condition, test) + ")";
  switch (test.quantifier) {
    case Quantifier::exists:
      return "exists " + text;
    case Quantifier::not_exists:
      return "~exists " + text;
    case Quantifier::forall:
      return "forall " + text;
  }
  return {};
}

bool passes_filter(const Test& test, const Outcome& outcome) {
  return !test.filter || holds(*test.filter, outcome);
}

bool decides(const Test& test, const Outcome& outcome) {
  const bool wanted = test.quantifier != Quantifier::forall;
  return passes_filter(test, outcome) && holds(test.condition, outcome) == wanted;
}

}  // namespace opexplore
