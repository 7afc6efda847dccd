// Three-valued evaluation of conditions against all assignments, on random formulas.
#include "opmodel/parts/goal.hpp"

#include <algorithm>
#include <array>
#include <random>
#include <span>

#include "tests/catch.hpp"
#include "tests/explorer/build_test.hpp"

using namespace opexplore;

namespace {

constexpr std::size_t observables = 3;
constexpr std::array<Value, 4> all_values{-1, 0, 1, 2};  // of any value, those that formulas name

class RandomFormulas {
 public:
  explicit RandomFormulas(std::uint64_t seed) : random_(seed) {}

  std::size_t below(std::size_t bound) { return random_() % bound; }

  Proposition next(unsigned depth) {
    Proposition result;
    switch (below(depth == 0 ? 2 : 6)) {
      case 0:
        result.kind = Proposition::Kind::truth;
        return result;
      case 1:
      case 2:
        result.kind = Proposition::Kind::comparison;
        result.comparison = static_cast<Comparison>(below(6));
        result.left = term();
        result.right = term();
        return result;
      case 3:
        result.kind = Proposition::Kind::negation;
        result.parts = {next(depth - 1)};
        return result;
      default:
        result.kind =
            below(2) == 0 ? Proposition::Kind::conjunction : Proposition::Kind::disjunction;
        for (std::size_t i = below(3) + 1; i > 0; --i) result.parts.push_back(next(depth - 1));
        return result;
    }
  }

  std::vector<PossibleValues> possible() {
    std::vector<PossibleValues> result;
    for (std::size_t i = 0; i < observables; ++i) {
      PossibleValues values;
      for (std::size_t left = below(3) + 1; left > 0; --left) values.add(all_values[below(4)]);
      result.push_back(below(4) == 0 ? PossibleValues::any() : values);
    }
    return result;
  }

 private:
  Term term() {
    if (below(3) == 0) return all_values[below(4)];
    return ObservableIndex{static_cast<std::uint16_t>(below(observables))};
  }

  std::mt19937_64 random_;
};

// Every assignment from the possible values.
std::vector<Outcome> assignments(const std::vector<PossibleValues>& possible) {
  std::vector<Outcome> result{{}};
  for (const PossibleValues& values : possible) {
    const std::span<const Value> some =
        values.is_any() ? std::span<const Value>(all_values) : values.values();
    std::vector<Outcome> longer;
    for (const Outcome& outcome : result) {
      for (const Value value : some) {
        longer.push_back(outcome);
        longer.back().push_back(value);
      }
    }
    result = std::move(longer);
  }
  return result;
}

bool satisfies(const Test& test, const Outcome& outcome) {
  if (test.filter && !holds(*test.filter, outcome)) return false;
  return holds(test.condition, outcome) == (test.quantifier != Quantifier::forall);
}

}  // namespace

TEST_CASE("a goal is open whenever possible values satisfy it", "[goal]") {
  RandomFormulas random(1);
  int closed = 0;
  int exact = 0;
  for (int round = 0; round < 20000; ++round) {
    Test test;
    test.quantifier = static_cast<Quantifier>(random.below(3));
    test.condition = random.next(3);
    if (random.below(4) == 0) test.filter = random.next(2);
    const std::vector<PossibleValues> possible = random.possible();
    const bool open = Goal(test).is_open([&](std::size_t index) { return possible[index]; });
    const std::vector<Outcome> all = assignments(possible);
    const bool reached =
        std::ranges::any_of(all, [&](const Outcome& outcome) { return satisfies(test, outcome); });
    INFO("round " << round);
    if (reached) REQUIRE(open);
    if (!open) ++closed;
    const bool single = std::ranges::none_of(
        possible, [](const PossibleValues& v) { return v.is_any() || v.values().size() > 1; });
    if (!single) continue;
    REQUIRE(open == reached);
    ++exact;
  }
  CHECK(closed > 1000);
  CHECK(exact > 100);
}

TEST_CASE("possible values are a sorted set, or any when there are too many", "[goal]") {
  PossibleValues values(3);
  values.add(1);
  values.add(3);
  CHECK(std::ranges::equal(values.values(), std::vector<Value>{1, 3}));
  for (Value value = 0; value < static_cast<Value>(PossibleValues::most); ++value) {
    values.add(10 + value);
  }
  CHECK(values.is_any());
  CHECK(values == PossibleValues::any());
}
