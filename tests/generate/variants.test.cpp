// Families: each test once, named apart from the others.
#include "litmus/generate/variants.hpp"

#include <functional>
#include <set>
#include <string>

#include "litmus/generate/families.hpp"
#include "tests/catch.hpp"
#include "tests/generate/canonical.hpp"
#include "tests/generate/collected.hpp"
#include "tests/litmus/same_test.hpp"

namespace opexplore::generate {

using testing::canonical;
using testing::collected;
using testing::reachable;

namespace {

// Everything that a family has, one by one: no symmetry is used.
std::set<std::string> all_by_hand(const std::string& family, const Alternatives& alternatives) {
  const Cycle cycle = parse_cycle(find_family(family).cycle);
  std::set<std::string> found;
  const auto places = all_placements(lay_out(cycle).threads);
  std::function<void(Cycle, std::size_t)> fill = [&](Cycle filled, std::size_t i) {
    if (i == cycle.edges.size()) {
      for (const Placement& placement : places) {
        Alternatives one;
        one.placements = {to_string(placement)};
        for (const Test& test : collected(CycleTests{to_string(filled), one})) {
          found.insert(canonical(test, true));
        }
      }
      return;
    }
    for (const AccessForm& form : plain_forms(alternatives, cycle.edges[i].source_writes)) {
      filled.forms[i] = form;
      if (cycle.edges[i].kind != EdgeKind::program_order) {
        fill(filled, i + 1);
        continue;
      }
      for (const Separator& separator : separators(alternatives, false, false)) {
        filled.edges[i].separator = separator;
        fill(filled, i + 1);
      }
    }
  };
  fill(cycle, 0);
  return found;
}

void check_against_all(const std::string& family, Alternatives alternatives) {
  CAPTURE(family);
  const std::set<std::string> expected = all_by_hand(family, alternatives);
  alternatives.placements = {"all"};
  std::set<std::string> found, names;
  const std::vector<Test> tests = collected(FamilyTests{{family}, alternatives});
  for (const Test& test : tests) {
    found.insert(canonical(test, true));
    names.insert(test.name);
  }
  CHECK(found.size() == tests.size());
  CHECK(names.size() == tests.size());
  CHECK(found == expected);
}

Alternatives rich() {
  Alternatives alternatives;
  alternatives.orders = {Order::weak, Order::relaxed, Order::acquire, Order::release};
  alternatives.scopes = {Scope::cta, Scope::gpu};
  alternatives.fences = {Order::acq_rel, Order::sc};
  alternatives.dependencies = {DependencyKind::address, DependencyKind::data,
                               DependencyKind::control};
  return alternatives;
}

}  // namespace

TEST_CASE("families have every test once, up to symmetry", "[generate]") {
  Alternatives alternatives;
  alternatives.orders = {Order::weak, Order::relaxed, Order::acquire};
  alternatives.fences = {Order::sc};
  for (const char* const family : {"MP", "SB", "LB", "2+2W", "CoRR", "CoWW", "CoWR"}) {
    check_against_all(family, alternatives);
  }
  alternatives.orders = {Order::weak};
  for (const char* const family : {"3.SB", "3.2W", "IRIW", "WRC"}) {
    check_against_all(family, alternatives);
  }
}

TEST_CASE("numbers of tests of families", "[generate]") {
  const auto count = [](const std::vector<std::string>& names, const Alternatives& alternatives) {
    return count_tests(FamilyTests{names, alternatives});
  };
  Alternatives fences;
  fences.fences = {Order::acq_rel, Order::sc};
  CHECK(count({"MP"}, fences) == 9);
  CHECK(count({"SB"}, fences) == 6);     // unordered pairs of three
  CHECK(count({"3.SB"}, fences) == 11);  // necklaces of three beads in three colours
  CHECK(count({"IRIW"}, fences) == 6);
  CHECK(count({"SB", "MP"}, fences) == 15);
  fences.placements = {"all"};
  CHECK(count({"SB"}, fences) == 18);
  fences.placements = {"p0:p1", "p1:p0", "gpu", "p0::p1::p2"};
  CHECK(count({"SB"}, fences) == 12);
  Alternatives regions;
  regions.regions = {Region::global, Region::shared};
  CHECK(count({"MP"}, regions) == 1);  // shared locations need one CTA
  regions.placements = {"cta", "gpu"};
  CHECK(count({"MP"}, regions) == 5);
  CHECK(count({"SB"}, regions) == 4);  // one of x and y shared is one test
  Alternatives barrier;
  barrier.program_order = false;
  barrier.barrier = true;
  CHECK(count({"SB"}, barrier) == 1);
  Alternatives atomics;
  atomics.atomics = {AtomicOp::exch, AtomicOp::add};
  CHECK(count({"CoWW"}, atomics) == 9);
}

TEST_CASE("names of tests of families are unique", "[generate]") {
  Alternatives alternatives = rich();
  alternatives.placements = {"cta", "gpu"};
  alternatives.paths = {Path::generic, Path::alias};
  alternatives.orders = {Order::weak, Order::relaxed, Order::release, Order::acquire};
  alternatives.atomics = {AtomicOp::exch};
  alternatives.scopes = {Scope::gpu};
  std::set<std::string> names;
  std::size_t count = 0;
  std::vector<std::string> two_threads{"MP",   "SB",    "LB",    "S",    "R",   "2+2W",
                                       "CoRR", "CoRW1", "CoRW2", "CoWR", "CoWW"};
  for_each_test(FamilyTests{two_threads, alternatives}, [&](const Test& test) {
    names.insert(test.name);
    return ++count < 15'000;
  });
  CHECK(names.size() == count);
  Alternatives three;
  three.orders = {Order::weak, Order::relaxed};
  three.fences = {Order::sc};
  three.dependencies = {DependencyKind::data};
  const std::vector<Test> tests = collected(
      FamilyTests{{"WRC", "ISA2", "RWC", "W+RWC", "IRIW", "3.SB", "3.LB", "3.2W"}, three});
  names.clear();
  for (const Test& test : tests) names.insert(test.name);
  CHECK(names.size() == tests.size());
}

TEST_CASE("tests of families survive writing and reading, and forbid their cycles", "[generate]") {
  Alternatives alternatives = rich();
  alternatives.scopes = {Scope::gpu};
  alternatives.atomics = {AtomicOp::exch, AtomicOp::add};
  alternatives.paths = {Path::generic, Path::surface};
  alternatives.placements = {"cta", "sys"};
  alternatives.regions = {Region::global, Region::shared};
  for (const Family& family : families()) {
    std::size_t number = 0;
    for_each_variant(parse_cycle(family.cycle), alternatives, [&](const Make& make) {
      if (++number % 199 == 0) {  // of all sorts
        const Test test = make(Finish::complete);
        CAPTURE(test.name);
        opexplore::testing::check_round_trips(test);
        CHECK(!reachable(test));
      }
      return number < 20'000;
    });
  }
}

TEST_CASE("families that are not there", "[generate]") {
  const auto refusal = [](const Specification& specification) -> std::string {
    try {
      count_tests(specification);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  CHECK(refusal(FamilyTests{{"MP", "IRW"}, {}}) ==
        "family: there is no family 'IRW'; did you mean 'IRIW'?");
  CHECK(refusal(FamilyTests{{"nothing"}, {}}).find("families are MP, SB, LB") != std::string::npos);
  Alternatives alternatives;
  alternatives.placements = {"p0::p1::p2"};
  CHECK(refusal(FamilyTests{{"SB"}, alternatives})
            .starts_with("placements: none of them places 2 threads; write all"));
  alternatives.placements = {"p0:;p1"};
  CHECK(refusal(FamilyTests{{"SB"}, alternatives})
            .starts_with("placements: 'p0:;p1' is no placement; write all"));
}

TEST_CASE("generation stops when it is told to", "[generate]") {
  std::size_t seen = 0;
  const Use five = [&](const Test&) { return ++seen < 5; };
  Alternatives fences;
  fences.fences = {Order::acq_rel, Order::sc};
  CHECK(for_each_test(FamilyTests{{"CoWW", "MP", "SB"}, fences}, five) == 5);
  seen = 0;
  CHECK(for_each_test(ExhaustiveTests{{2, 2, 0, 2}, {}}, five) == 5);
  seen = 0;
  CHECK(for_each_test(RandomTests{random_programs::profiles()[0], 1, 100}, five) == 5);
  seen = 0;
  Mutants mutants{collected(FamilyTests{{"MP", "SB"}, fences})};
  CHECK(for_each_test(mutants, five) == 5);
}

}  // namespace opexplore::generate
