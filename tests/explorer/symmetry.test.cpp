// Which threads may change places, and arrangements that forget where they were.
#include "opmodel/parts/symmetry.hpp"

#include <algorithm>
#include <numeric>
#include <random>
#include <set>
#include <vector>

#include "tests/catch.hpp"
#include "tests/explorer/build_test.hpp"

namespace opexplore {

namespace {

using SymmetryGroup = Symmetry::Group;

struct Where {
  std::uint32_t cta = 0;
  std::uint32_t gpu = 0;
};

const Load load_x{{0, Proxy::generic, Order::weak, Scope::sys, Annotation::none, {}}, 0};
const Store store_x{{0, Proxy::generic, Order::weak, Scope::sys, Annotation::none, {}}, Value{1}};

// Threads with the same code in these CTAs.
Test alike(const std::vector<Where>& places) {
  TestBuilder builder("alike");
  builder.location("x");
  for (const Where& where : places) {
    builder.thread(where.cta, where.gpu);
    builder.add(load_x);
    builder.add(store_x);
  }
  return builder.build();
}

std::vector<SymmetryGroup> groups_of(const Test& test) {
  const Symmetry symmetry(test);
  CHECK(symmetry.none() == symmetry.groups().empty());
  return {symmetry.groups().begin(), symmetry.groups().end()};
}

std::vector<SymmetryGroup> groups_in(const std::vector<Where>& places) {
  return groups_of(alike(places));
}

}  // namespace

TEST_CASE("symmetry: threads that only their places tell apart") {
  CHECK(groups_in({{0}, {1}, {2}}) == std::vector<SymmetryGroup>{{{0}, {1}, {2}}});
  CHECK(groups_in({{7}, {7}, {7}}) == std::vector<SymmetryGroup>{{{0}, {1}, {2}}});
  CHECK(groups_in({{0, 0}, {0, 1}, {0, 2}}) == std::vector<SymmetryGroup>{{{0}, {1}, {2}}});
  // The numbers of CTAs mean nothing.
  CHECK(groups_in({{2}, {1}, {0}}) == std::vector<SymmetryGroup>{{{0}, {1}, {2}}});
}

TEST_CASE("symmetry: CTAs and GPUs change places as a whole") {
  const std::vector<SymmetryGroup> in_pairs{{{0}, {1}}, {{2}, {3}}, {{0, 1}, {2, 3}}};
  CHECK(groups_in({{0}, {0}, {1}, {1}}) == in_pairs);
  CHECK(groups_in({{0, 0}, {0, 0}, {0, 1}, {0, 1}}) == in_pairs);
  CHECK(groups_in({{0, 0}, {1, 0}, {0, 1}, {1, 1}}) == in_pairs);
  const Symmetry symmetry(alike({{0}, {0}, {1}, {1}}));
  for (ThreadId t = 0; t < 4; ++t) CHECK(symmetry.first_place(t) == 0);
}

TEST_CASE("symmetry: who is nearer to some thread than another keeps its place") {
  CHECK(groups_in({{0}, {0}, {1}}) == std::vector<SymmetryGroup>{{{0}, {1}}});
  CHECK(groups_in({{0, 0}, {1, 0}, {0, 1}}) == std::vector<SymmetryGroup>{{{0}, {1}}});
  CHECK(groups_in({{0}, {0}, {1}, {1}, {1}}) ==
        std::vector<SymmetryGroup>{{{0}, {1}}, {{2}, {3}, {4}}});
}

TEST_CASE("symmetry: a thread that the test asks for keeps its place") {
  Test test = alike({{0}, {1}, {2}});
  test.observables.emplace_back(RegisterTerm{1, 0});
  CHECK(groups_of(test) == std::vector<SymmetryGroup>{{{0}, {2}}});
  test.observables = {LocationTerm{0}};
  CHECK(groups_of(test).front().size() == 3);
  test.observables = {RegisterTerm{0, 0}, RegisterTerm{1, 0}};
  CHECK(groups_of(test).empty());
}

TEST_CASE("symmetry: other code or another register") {
  Test test = alike({{0}, {1}, {2}});
  test.program.threads[0].registers[0].initial = 5;
  CHECK(groups_of(test) == std::vector<SymmetryGroup>{{{1}, {2}}});
  test.program.threads[2].registers[0].type = NumberType::u32;
  CHECK(groups_of(test).empty());
  test = alike({{0}, {1}, {2}});
  std::get<Store>(test.program.threads[1].instructions[1].action).value = Value{2};
  CHECK(groups_of(test) == std::vector<SymmetryGroup>{{{0}, {2}}});
  test.program.threads[2].instructions.pop_back();
  CHECK(groups_of(test).empty());
  test = alike({{0}, {1}});
  test.program.threads[0].registers[0].name = "other";
  test.program.threads[0].instructions[0].place = {9, 9};
  test.program.threads[0].instructions[0].text = "other";
  CHECK(groups_of(test).size() == 1);
}

TEST_CASE("symmetry: a proxy belongs to its CTA") {
  const auto through_texture = [](Test test) {
    for (Thread& thread : test.program.threads) {
      std::get<Load>(thread.instructions[0].action).proxy = Proxy::texture;
    }
    return groups_of(test);
  };
  CHECK(through_texture(alike({{0}, {1}})).empty());
  CHECK(through_texture(alike({{0}, {0}})).size() == 1);
  CHECK(through_texture(alike({{0}, {0}, {1}, {1}})) ==
        std::vector<SymmetryGroup>{{{0}, {1}}, {{2}, {3}}});
}

namespace {

const Load load_from(AddressId address) {
  Load load = load_x;
  load.address = address;
  return load;
}

// Three threads that each read a location of their own, and x.
Test with_own_locations() {
  TestBuilder builder("own");
  builder.location("x");
  for (const char* const name : {"a", "b", "c"}) builder.location(name);
  for (std::uint32_t t = 0; t < 3; ++t) {
    builder.thread(t);
    builder.add(load_from(static_cast<AddressId>(1 + t)));
    builder.add(store_x);
  }
  return builder.build();
}

std::vector<SymmetryGroup> groups_of(const Test& test, Moves moves) {
  const Symmetry symmetry(test, moves);
  return {symmetry.groups().begin(), symmetry.groups().end()};
}

}  // namespace

TEST_CASE("symmetry: locations change places with the threads that name them") {
  Test test = with_own_locations();
  const std::vector<SymmetryGroup> all{{{0}, {1}, {2}}};
  CHECK(groups_of(test).empty());
  CHECK(groups_of(test, Moves::question) == all);
  CHECK(groups_of(test, Moves::locations) == all);
  CHECK(Symmetry(test, Moves::locations).moved_observables().empty());
  // Two threads with one location, and one with another.
  std::get<Load>(test.program.threads[1].instructions[0].action).address = 1;
  CHECK(groups_of(test, Moves::locations) == std::vector<SymmetryGroup>{{{0}, {1}}});
}

TEST_CASE("symmetry: a location stays that another thread names, or that begins differently") {
  Test test = with_own_locations();
  test.program.locations[1].initial = 5;
  CHECK(groups_of(test, Moves::locations) == std::vector<SymmetryGroup>{{{1}, {2}}});
  test = with_own_locations();
  std::get<Store>(test.program.threads[2].instructions[1].action).address = 1;
  CHECK(groups_of(test, Moves::locations).empty());
  test = with_own_locations();
  std::get<Load>(test.program.threads[0].instructions[0].action).address = 0;
  CHECK(groups_of(test, Moves::locations) == std::vector<SymmetryGroup>{{{1}, {2}}});
  test = with_own_locations();
  test.program.addresses[2].location = 1;  // another name of a
  test.program.addresses[2].generic = 1;
  CHECK(groups_of(test, Moves::locations).empty());
}

TEST_CASE("symmetry: what is asked of locations that move is asked of all of them") {
  Test test = with_own_locations();
  test.observables = {LocationTerm{1}, LocationTerm{0}, LocationTerm{2}};
  // Of one alone something else would be asked.
  test.condition.kind = Proposition::Kind::comparison;
  test.condition.left = ObservableIndex{0};
  test.condition.right = Value{1};
  CHECK(groups_of(test, Moves::question).empty());
  CHECK(groups_of(test, Moves::locations) == std::vector<SymmetryGroup>{{{0}, {1}}});
  const Symmetry two(test, Moves::locations);
  CHECK(alike(two, {7, 8, 9}, 10) == std::vector<Outcome>{{7, 8, 9}, {9, 8, 7}});
  CHECK(alike(two, {7, 8, 7}, 10).size() == 1);
  test.observables.emplace_back(LocationTerm{3});
  const Symmetry three(test, Moves::locations);
  CHECK(three.groups().front().size() == 3);
  const std::vector<Outcome> six = alike(three, {1, 0, 2, 3}, 6);
  CHECK(std::set<Outcome>(six.begin(), six.end()) ==
        std::set<Outcome>{
            {1, 0, 2, 3}, {1, 0, 3, 2}, {2, 0, 1, 3}, {2, 0, 3, 1}, {3, 0, 1, 2}, {3, 0, 2, 1}});
  CHECK(six.front() == Outcome{1, 0, 2, 3});
  CHECK(alike(three, {1, 0, 2, 3}, 4).size() == 5);
}

TEST_CASE("symmetry: what is asked may be the same of locations that move") {
  Test test = with_own_locations();
  test.observables = {LocationTerm{1}, LocationTerm{2}, LocationTerm{3}};
  const auto is = [](std::uint16_t index, Comparison comparison, Value value) {
    Proposition part;
    part.kind = Proposition::Kind::comparison;
    part.comparison = comparison;
    part.left = ObservableIndex{index};
    part.right = value;
    return part;
  };
  const auto ask = [&](std::vector<Proposition> parts) {
    test.condition.kind = Proposition::Kind::conjunction;
    test.condition.parts = std::move(parts);
    return groups_of(test, Moves::question);
  };
  const Proposition one = is(0, Comparison::equal, 1), two = is(1, Comparison::equal, 1);
  const std::vector<SymmetryGroup> both{{{0}, {1}}};
  CHECK(ask({one, two}) == both);
  CHECK(ask({is(2, Comparison::less, 5), two, one}) == both);
  CHECK(ask({one, two, is(2, Comparison::equal, 1)}).front().size() == 3);
  CHECK(ask({one, is(1, Comparison::equal, 2)}).empty());
  CHECK(ask({one, is(1, Comparison::not_equal, 1)}).empty());
  // Equal to each other, either way.
  Proposition same = one;
  same.right = ObservableIndex{1};
  CHECK(ask({same}) == both);
  same.comparison = Comparison::less;
  CHECK(ask({same}).empty());
  // So must be what a filter asks.
  test.filter = one;
  CHECK(ask({one, two}).empty());
}

TEST_CASE("symmetry: colours arrange threads, unless they leave it open") {
  const Symmetry symmetry(alike({{0}, {1}, {2}}));
  const std::vector<std::uint64_t> colours{30, 10, 20};
  CHECK(arrange(symmetry, colours) == Arrangement{1, 2, 0});
  CHECK_FALSE(arrange(symmetry, std::vector<std::uint64_t>{30, 10, 30}).has_value());
  const Symmetry pairs(alike({{0}, {0}, {1}, {1}}));
  CHECK(arrange(pairs, std::vector<std::uint64_t>{4, 2, 3, 1}) == Arrangement{3, 2, 1, 0});
}

namespace {

// A relation between as many things as there are threads.
using Relation = std::vector<std::vector<std::uint32_t>>;

Relation arranged(const Symmetry& symmetry, const Relation& relation) {
  ColouredGraph graph(std::vector<std::uint64_t>(relation.size(), 0));
  for (std::uint32_t a = 0; a < relation.size(); ++a) {
    for (std::uint32_t b = 0; b < relation.size(); ++b) {
      if (relation[a][b] != 0) graph.connect(a, b, relation[a][b]);
    }
  }
  const Arrangement arrangement = arrange(symmetry, std::move(graph));
  Relation result = relation;
  for (std::size_t a = 0; a < relation.size(); ++a) {
    for (std::size_t b = 0; b < relation.size(); ++b) {
      result[a][b] = relation[arrangement[a]][arrangement[b]];
    }
  }
  return result;
}

Relation shuffled(const Relation& relation, std::mt19937& random) {
  std::vector<std::size_t> order(relation.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::shuffle(order.begin(), order.end(), random);
  Relation result = relation;
  for (std::size_t a = 0; a < relation.size(); ++a) {
    for (std::size_t b = 0; b < relation.size(); ++b) {
      result[a][b] = relation[order[a]][order[b]];
    }
  }
  return result;
}

}  // namespace

TEST_CASE("symmetry: relations that differ by an exchange are arranged to one") {
  std::mt19937 random(1);
  const Symmetry symmetry(alike({{0}, {1}, {2}, {3}, {4}, {5}}));
  for (int round = 0; round < 500; ++round) {
    const auto one_in = 2U + random() % 5U;
    Relation relation(6, std::vector<std::uint32_t>(6, 0));
    for (auto& row : relation) {
      for (auto& label : row) label = random() % one_in == 0 ? 1U + random() % 2U : 0U;
    }
    REQUIRE(arranged(symmetry, relation) == arranged(symmetry, shuffled(relation, random)));
  }
}

TEST_CASE("symmetry: rings look the same everywhere, and are arranged all the same") {
  std::mt19937 random(2);
  const Symmetry symmetry(alike({{0}, {1}, {2}, {3}, {4}, {5}}));
  Relation ring(6, std::vector<std::uint32_t>(6, 0));
  for (std::size_t a = 0; a < 6; ++a) ring[a][(a + 1) % 6] = 1;
  Relation pairs(6, std::vector<std::uint32_t>(6, 0));
  for (std::size_t a = 0; a < 6; ++a) pairs[a][a ^ 1U] = 1;
  for (int round = 0; round < 20; ++round) {
    CHECK(arranged(symmetry, ring) == arranged(symmetry, shuffled(ring, random)));
    CHECK(arranged(symmetry, pairs) == arranged(symmetry, shuffled(pairs, random)));
  }
}

}  // namespace opexplore
