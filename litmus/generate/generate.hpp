// Litmus tests made to order, one by one: to be written to files, or run as they come.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "litmus/generate/alternatives.hpp"
#include "litmus/generate/exhaustive.hpp"
#include "litmus/generate/idioms.hpp"
#include "litmus/generate/random_program.hpp"

namespace opexplore::generate {

/// The tests of a cycle, in the words of parse_cycle().
struct CycleTests {
  std::string cycle;
  Alternatives alternatives;
};

/// The tests of families, by name; see families().
struct FamilyTests {
  std::vector<std::string> families;
  Alternatives alternatives;
};

/// All programs up to a size; see for_each_program().
struct ExhaustiveTests {
  Size size;
  Alternatives alternatives;
};

/// Random programs with consecutive seeds.
struct RandomTests {
  random_programs::Profile profile;
  std::uint64_t seed = 1;
  std::uint64_t count = 1;
};

/// The mutants of tests; see for_each_mutant().
struct Mutants {
  std::vector<Test> tests;
};

/// Tests as they are, to be written in another dialect.
struct Unchanged {
  std::vector<Test> tests;
};

using Specification = std::variant<CycleTests, FamilyTests, IdiomTests, ExhaustiveTests,
                                   RandomTests, Mutants, Unchanged>;

/// What the tests are in; nothing where that depends on files of which there are none.
std::optional<Language> language_of(const Specification& specification);

/// Takes a test; whether it wants more.
using Use = std::function<bool(Test)>;

/// Calls `use` with each test that is specified, in an order that never changes, holding one at a
/// time, until it wants no more. Returns how many it got. Throws InputError if the specification
/// is wrong; its path says which part of it, for instance "cycle".
std::uint64_t for_each_test(const Specification& specification, const Use& use);

/// The same, of tests that are not made unless `use` makes them: going through millions to make a
/// few takes a moment.
std::uint64_t for_each_make(const Specification& specification, const UseMake& use);

/// A bare test with a condition, read back. It asks for an outcome that no interleaving of the
/// threads has, if that is short to say, or else for its first observable to be 0. A test that has
/// a condition or a filter keeps it.
Test finished(Test bare);

/// How many there are, without making them all.
std::uint64_t count_tests(const Specification& specification);

/// Of tests 0, 1, …: whether this one is taken. One of every `every` consecutive tests,
/// not always at the same place, for tests that are like each other often follow each other at
/// equal distances. Test 0 is one of them.
bool is_selected(std::uint64_t index, std::uint64_t every);

}  // namespace opexplore::generate
