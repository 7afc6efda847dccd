#include "explorer/plan/parts.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>

namespace opexplore {
namespace {

using Kind = Proposition::Kind;
using Indices = std::set<std::uint16_t>;

// A disjunction of these; one of none is false.
using Disjuncts = std::vector<Proposition>;

Proposition joined(Kind kind, std::vector<Proposition> parts) {
  if (parts.size() == 1) return std::move(parts.front());
  Proposition result;
  result.kind = kind;
  result.parts = std::move(parts);
  return result;
}

Proposition negated(const Proposition& proposition) {
  if (proposition.kind == Kind::negation) return proposition.parts.front();
  Proposition result;
  result.kind = Kind::negation;
  result.parts = {proposition};
  return result;
}

Proposition both(const Proposition& left, const Proposition& right) {
  std::vector<Proposition> parts;
  for (const Proposition* const side : {&left, &right}) {
    if (side->kind == Kind::conjunction) {
      parts.insert(parts.end(), side->parts.begin(), side->parts.end());
    } else {
      parts.push_back(*side);
    }
  }
  return joined(Kind::conjunction, std::move(parts));
}

// In disjunctive normal form; nothing if that is too long.
std::optional<Disjuncts> disjuncts_of(const Proposition& proposition, bool negate) {
  if (proposition.kind == Kind::negation) return disjuncts_of(proposition.parts.front(), !negate);
  const bool any = proposition.kind == (negate ? Kind::conjunction : Kind::disjunction);
  const bool all = proposition.kind == (negate ? Kind::disjunction : Kind::conjunction);
  if (!any && !all) return Disjuncts{negate ? negated(proposition) : proposition};
  Disjuncts result;
  for (const Proposition& part : proposition.parts) {
    auto more = disjuncts_of(part, negate);
    if (!more) return std::nullopt;
    if (any || result.empty()) {
      std::ranges::move(*more, std::back_inserter(result));
    } else {
      Disjuncts products;
      if (result.size() * more->size() > most_parts) return std::nullopt;
      for (const Proposition& left : result) {
        for (const Proposition& right : *more) products.push_back(both(left, right));
      }
      result = std::move(products);
    }
    if (result.size() > most_parts) return std::nullopt;
  }
  return result;
}

void add_indices(const Proposition& proposition, Indices& indices) {
  if (proposition.kind == Kind::comparison) {
    for (const Term* const term : {&proposition.left, &proposition.right}) {
      if (const auto* const index = std::get_if<ObservableIndex>(term)) {
        indices.insert(index->index);
      }
    }
  }
  for (const Proposition& part : proposition.parts) add_indices(part, indices);
}

Indices indices_of(const Proposition& proposition) {
  Indices indices;
  add_indices(proposition, indices);
  return indices;
}

// Disjuncts that ask for the same, or for some of it.
struct SameQuestion {
  Indices indices;
  Disjuncts disjuncts;

  bool takes(const Indices& other) const { return std::ranges::includes(indices, other); }
};

std::vector<SameQuestion> groups_of(Disjuncts disjuncts) {
  std::vector<SameQuestion> all;
  for (Proposition& disjunct : disjuncts) {
    Indices indices = indices_of(disjunct);
    all.push_back({std::move(indices), {std::move(disjunct)}});
  }
  // Those that ask for most first, so that all others find the one that takes them.
  std::ranges::stable_sort(all, std::ranges::greater{},
                           [](const SameQuestion& group) { return group.indices.size(); });
  std::vector<SameQuestion> groups;
  for (SameQuestion& group : all) {
    const auto place = std::ranges::find_if(
        groups, [&](const SameQuestion& one) { return one.takes(group.indices); });
    if (place == groups.end()) {
      groups.push_back(std::move(group));
    } else {
      place->disjuncts.push_back(std::move(group.disjuncts.front()));
    }
  }
  return groups;
}

void renumber(Proposition& proposition, const std::vector<std::uint16_t>& numbers) {
  for (Term* const term : {&proposition.left, &proposition.right}) {
    if (auto* const index = std::get_if<ObservableIndex>(term)) {
      index->index = numbers[index->index];
    }
  }
  for (Proposition& part : proposition.parts) renumber(part, numbers);
}

}  // namespace

std::vector<Proposition> parts_of(const Test& test) {
  auto disjuncts = disjuncts_of(test.condition, test.quantifier == Quantifier::forall);
  if (!disjuncts) return {};
  std::vector<SameQuestion> groups = groups_of(std::move(*disjuncts));
  Indices filtered;
  if (test.filter) add_indices(*test.filter, filtered);
  const auto asks_for_all = [&](const SameQuestion& group) {
    Indices asked = group.indices;
    asked.insert(filtered.begin(), filtered.end());
    return asked.size() == test.observables.size();
  };
  if (std::ranges::any_of(groups, asks_for_all)) return {};
  std::vector<Proposition> parts;
  for (SameQuestion& group : groups) {
    parts.push_back(joined(Kind::disjunction, std::move(group.disjuncts)));
  }
  return parts;
}

Test asking_for_part(const Test& test, const Proposition& part) {
  Test asked = test;
  asked.quantifier = Quantifier::exists;
  asked.condition = part;
  return asked;
}

Test asking_for_part_alone(const Test& test, const Proposition& part) {
  Test asked = asking_for_part(test, part);
  Indices indices = indices_of(part);
  if (test.filter) add_indices(*test.filter, indices);
  std::vector<std::uint16_t> numbers(test.observables.size());
  asked.observables.clear();
  for (const std::uint16_t index : indices) {
    numbers[index] = static_cast<std::uint16_t>(asked.observables.size());
    asked.observables.push_back(test.observables[index]);
  }
  asked.shown = asked.observables.size();
  renumber(asked.condition, numbers);
  if (asked.filter) renumber(*asked.filter, numbers);
  return asked;
}

}  // namespace opexplore
