// The changed Vulkan programs are good enough to find what is wrong with a model, and the machine
// says of them what the oracle does, but for values out of thin air.
#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "litmus/language/reader.hpp"
#include "litmus/language/writer.hpp"
#include "tests/catch.hpp"
#include "tests/random/vulkan_comparison.hpp"
#include "tests/random/vulkan_programs.hpp"
#include "tests/skip.hpp"

namespace opexplore::random_programs {

namespace {

constexpr unsigned count = 600;

struct Score {
  unsigned answered = 0, racy = 0, caught = 0;
};

// How many of the programs made of the bases have another answer.
Score score(const std::vector<Test>& bases, const VulkanSide& suspect) {
  const VulkanSide oracle = vulkan_side("oracle");
  Score result;
  for (unsigned seed = 1; seed <= count; ++seed) {
    Random random(seed);
    const Test& base = bases[random.below(static_cast<unsigned>(bases.size()))];
    const Test test = mutated_vulkan(base, random);
    const auto right = oracle.answer(test);
    if (!right) continue;
    const auto suspected = suspect.answer(test);
    if (!suspected) continue;
    ++result.answered;
    if (right->racy) ++result.racy;
    if (!same_without_races(*right, *suspected)) ++result.caught;
  }
  return result;
}

// Changes take away what keeps large ones tractable.
bool is_small(const Test& test) {
  std::size_t instructions = 0;
  for (const Thread& thread : test.program.threads) instructions += thread.instructions.size();
  return instructions <= 16;
}

void check_mutants(const std::vector<Test>& bases) {
  for (const char* mutant : {"no-chains", "merged-masks", "no-floors"}) {
    INFO(mutant);
    const Score found = score(bases, vulkan_side(mutant));
    CHECK(found.answered * 10 >= count * 9);
    CHECK(found.caught >= 5);
    // Programs of both kinds are compared.
    CHECK(found.racy * 10 >= found.answered);
    CHECK(found.racy * 10 <= found.answered * 9);
  }
}

// How a machine and the oracle are compared.
struct ComparedSides {
  const char* reference;
  const char* machine;
  bool exact;     ///< the outcomes of racy executions, too
  bool filtered;  ///< with the filters; the machine always follows races then
};

constexpr std::array comparisons{
    ComparedSides{"no-thin-air", "machine", false, false},
    ComparedSides{"no-thin-air", "machine", false, true},
    ComparedSides{"no-thin-air", "machine-follow", true, false},
    ComparedSides{"no-thin-air-none", "machine-none", false, false},
    ComparedSides{"no-thin-air-none", "machine-follow-none", true, false},
    ComparedSides{"no-thin-air-spec", "machine-spec", false, false},
    ComparedSides{"no-thin-air-spec", "machine-follow-spec", true, false},
    ComparedSides{"no-thin-air-khronos", "machine-khronos", false, false},
    ComparedSides{"no-thin-air-khronos", "machine-follow-khronos", true, false},
};

bool includes(const VulkanAnswer& a, const VulkanAnswer& b) {
  return std::ranges::includes(a.race_free, b.race_free) &&
         std::ranges::includes(a.raced, b.raced) && a.racy >= b.racy;
}

// Loads that acquire from others, and read-modify-writes, take effect in order in the machine: it
// has the outcomes of threads that run in order, and none that the oracle has not. How many were
// answered.
unsigned bounded(const ComparedSides& comparison, unsigned programs) {
  std::string in_order(comparison.reference);
  in_order.replace(0, std::string_view("no-thin-air").size(), "in-order");
  const VulkanSide most = vulkan_side(comparison.reference);
  const VulkanSide least = vulkan_side(in_order);
  const VulkanSide machine = vulkan_side(comparison.machine);
  unsigned answered = 0;
  for (unsigned seed = 1; seed <= programs; ++seed) {
    Random random(seed);
    Test test = random_vulkan(random);
    if (!comparison.filtered) test.filter.reset();
    const auto upper = most.answer(test);
    const auto lower = least.answer(test);
    const auto found = machine.answer(test);
    if (!upper || !lower || !found) continue;
    ++answered;
    INFO(write(test));
    INFO("machine: " << described(test, *found));
    CHECK(includes(*upper, *found));
    CHECK(includes(*found, *lower));
  }
  return answered;
}

// How many of the programs were answered by both.
template <class Draw>
unsigned compared(const ComparedSides& comparison, unsigned programs, const Draw& draw) {
  const VulkanSide reference = vulkan_side(comparison.reference);
  const VulkanSide machine = vulkan_side(comparison.machine);
  unsigned answered = 0;
  for (unsigned seed = 1; seed <= programs; ++seed) {
    Random random(seed);
    Test test = draw(random);
    if (!comparison.filtered) test.filter.reset();
    const auto expected = reference.answer(test);
    if (!expected) continue;
    const auto found = machine.answer(test);
    if (!found) continue;
    ++answered;
    INFO(write(test));
    INFO("oracle: " << described(test, *expected));
    INFO("machine: " << described(test, *found));
    CHECK((comparison.exact ? same(*found, *expected) : same_without_races(*found, *expected)));
  }
  return answered;
}

}  // namespace

TEST_CASE("The machine of Vulkan has the outcomes and races of the oracle") {
  const std::vector<Test> bases = vulkan_bases();
  const auto changed = [&](Random& random) { return mutated_vulkan(random.pick(bases), random); };
  for (const ComparedSides& comparison : comparisons) {
    INFO(comparison.machine);
    const unsigned of_bases = compared(comparison, 300, changed);
    const unsigned of_random =
        comparison.exact ? bounded(comparison, 40) : compared(comparison, 40, random_vulkan);
    std::cout << comparison.machine << (comparison.filtered ? " with filters" : "") << ": "
              << of_bases << " changed and " << of_random << " random programs compared\n";
    CHECK(of_bases >= 295);
    CHECK(of_random >= 38);
  }
}

TEST_CASE("Changed Vulkan programs of our own catch wrong models") {
  check_mutants(vulkan_bases());
}

TEST_CASE("Changed Vulkan tests of Dartagnan catch wrong models") {
  const auto suite = testing::suite_or_skip("vulkan");
  if (!suite) return;
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(*suite)) {
    if (entry.path().extension() == ".litmus") paths.push_back(entry.path());
  }
  REQUIRE_FALSE(paths.empty());
  std::sort(paths.begin(), paths.end());
  std::vector<Test> bases;
  for (const auto& path : paths) {
    Test test = read_file(path);
    if (is_small(test)) bases.push_back(std::move(test));
  }
  CHECK(bases.size() >= 120);
  check_mutants(bases);
}

TEST_CASE("Changed Vulkan programs are read back as they are") {
  const std::vector<Test> bases = vulkan_bases();
  const VulkanSide oracle = vulkan_side("oracle");
  unsigned answered = 0;
  for (unsigned seed = 1; seed <= 200; ++seed) {
    Random random(seed);
    const Test test = mutated_vulkan(bases[seed % bases.size()], random);
    const std::string text = write(test);
    INFO(text);
    const Test again = observing_registers(read(text, test.name));
    CHECK(write(again) == text);
    const auto answer = oracle.answer(test);
    if (!answer) continue;
    ++answered;
    CHECK(oracle.answer(again) == answer);
  }
  CHECK(answered >= 180);
}

TEST_CASE("Random Vulkan programs are answered, and some are free of races") {
  const VulkanSide oracle = vulkan_side("oracle");
  unsigned answered = 0, race_free = 0;
  for (unsigned seed = 1; seed <= 200; ++seed) {
    Random random(seed);
    const auto answer = oracle.answer(random_vulkan(random));
    if (!answer) continue;
    ++answered;
    if (!answer->racy) ++race_free;
  }
  CHECK(answered >= 190);
  CHECK(race_free >= 5);
}

}  // namespace opexplore::random_programs
