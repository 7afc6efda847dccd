// The changed Vulkan programs are good enough to find what is wrong with a model.
#include <algorithm>
#include <filesystem>
#include <string>
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

}  // namespace

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
