#include "tools/ladder.hpp"

#include <algorithm>
#include <atomic>

#include "explorer/explore.hpp"
#include "export/comparison.hpp"
#include "tests/catch.hpp"

namespace opexplore {
namespace {

std::size_t instructions_of(const Test& test) {
  std::size_t count = 0;
  for (const Thread& thread : test.program.threads) count += thread.instructions.size();
  return count;
}

std::vector<Rung> rungs_up_to(std::size_t most) {
  std::vector<Rung> rungs = ladder();
  std::erase_if(rungs, [&](const Rung& rung) { return rung.instructions > most; });
  return rungs;
}

}  // namespace

TEST_CASE("ladder: its rungs lead upwards, and each has tests of its size alone", "[ladder]") {
  std::size_t before = 1;
  for (const Rung& rung : ladder()) {
    INFO(rung.tests.arguments);
    CHECK(rung.instructions >= before);
    CHECK(rung.instructions <= before + 1);
    before = rung.instructions;
    CHECK(rung.tests.name.ends_with('-' + std::to_string(rung.instructions)));
    CHECK(rung.tests.every == 1);
    unsigned seen = 0;
    bool right = true;
    // Spread, for neighbours are like each other.
    std::uint64_t index = 0;
    generate::for_each_make(rung.tests.specification, [&](const generate::Make& make) {
      if (index++ % 37 != 0) return true;
      right = right && instructions_of(make(generate::Finish::bare)) == rung.instructions;
      return ++seen < 100;
    });
    CHECK(seen > 0);
    CHECK(right);
  }
  CHECK(before >= 8);
}

TEST_CASE("ladder: what is seen early does not hide what is smaller", "[ladder]") {
  const auto differing_from = [](std::size_t size, bool loads_only) -> Check {
    return [size, loads_only](const Test& test, const Stop&) {
      const bool differs = instructions_of(test) >= size &&
                           (!loads_only || std::holds_alternative<Load>(
                                               test.program.threads[0].instructions[0].action));
      return differs ? Checked{Checked::Kind::different, "is large enough"} : Checked{};
    };
  };
  std::string seen;
  const auto note = [&](const KeptTest& test) { seen += test.test.name + ' '; };
  CampaignOptions options;
  options.threads = 2;
  // The lowest rungs have it, so nothing else is looked at.
  const auto low = smallest_difference("fake", differing_from(2, false), options, note);
  REQUIRE(low.found);
  CHECK(instructions_of(low.found->test) == 2);
  CHECK(low.all_up_to == 1U);
  CHECK(seen.empty());
  // A family has it, and nothing lower.
  const auto early = smallest_difference("fake", differing_from(3, false), options, note);
  REQUIRE(early.found);
  CHECK(instructions_of(early.found->test) == 3);
  CHECK(early.all_up_to == 2U);
  CHECK(seen == early.found->test.name + ' ');
  // Ended early, it gives what was seen.
  seen.clear();
  options.interrupted = [&] { return !seen.empty(); };
  const auto cut = smallest_difference("fake", differing_from(5, true), options, note);
  REQUIRE(cut.found);
  CHECK(seen == cut.found->test.name + ' ');
  CHECK(cut.campaign.incomplete == Incomplete::interrupted);
}

TEST_CASE("ladder: the first difference is one of the smallest", "[ladder]") {
  const Check check = [](const Test& test, const Stop&) {
    const auto& threads = test.program.threads;
    const bool differs = threads.size() == 2 && instructions_of(test) >= 3 &&
                         std::holds_alternative<Atomic>(threads[1].instructions[0].action);
    return differs ? Checked{Checked::Kind::different, "has an atomic"} : Checked{};
  };
  const std::vector<Rung> rungs = rungs_up_to(4);
  std::string name;
  for (const unsigned threads : {1U, 4U}) {
    CampaignOptions options;
    options.threads = threads;
    const FirstDifference answer = first_difference(rungs, "a, b", check, options);
    REQUIRE(answer.found);
    CHECK(instructions_of(answer.found->test) == 3);
    CHECK(answer.tests == "atomics-3");
    CHECK(answer.all_up_to == 2U);
    CHECK(answer.campaign.stopped_at_difference);
    if (name.empty()) name = answer.found->test.name;
    CHECK(answer.found->test.name == name);
  }
}

TEST_CASE("ladder: without a difference, it says how far it went", "[ladder]") {
  const Check equal = [](const Test&, const Stop&) { return Checked{}; };
  const std::vector<Rung> rungs = rungs_up_to(2);
  const FirstDifference answer = first_difference(rungs, "a, b", equal, {});
  CHECK_FALSE(answer.found);
  CHECK(answer.all_up_to == 2U);
  CHECK(answer.campaign.sum(&PartResult::equal) > 5000);

  CampaignOptions some;
  some.every = 10;  // nothing can be said of all
  CHECK_FALSE(first_difference(rungs, "a, b", equal, some).all_up_to);

  CampaignOptions stopped;
  std::atomic<unsigned> checked{0};
  stopped.interrupted = [&] { return checked > 1000; };
  const Check counting = [&](const Test&, const Stop&) {
    ++checked;
    return Checked{};
  };
  const FirstDifference early = first_difference(rungs, "a, b", counting, stopped);
  CHECK(early.all_up_to == 1U);
  CHECK(early.campaign.incomplete == Incomplete::interrupted);
}

TEST_CASE("ladder: machines that differ", "[ladder]") {
  const MachineEntry* const first = find_machine("sc");
  const MachineEntry* const second = find_machine("ptx");
  REQUIRE(first != nullptr);
  REQUIRE(second != nullptr);
  const Check check = [&](const Test& test, const Stop& stop) {
    ExploreOptions options;
    options.threads = 1;
    options.interrupted = stop;
    const Report a = first->explore(test, options);
    const Report b = second->explore(test, options);
    const bool equal = compare(test, a, b).agreement() == Agreement::equal;
    return equal ? Checked{} : Checked{Checked::Kind::different, "the outcomes differ"};
  };
  // A weak store and an atomic race, so the atomic may be torn apart.
  const FirstDifference answer = first_difference(ladder(), "sc, ptx", check, {});
  REQUIRE(answer.found);
  CHECK(instructions_of(answer.found->test) == 2);
  CHECK(answer.all_up_to == 1U);

  // Tests of one's own, in their order.
  const std::vector<std::string> values{"--family MP,SB", "--one-location --accesses 3"};
  const FirstDifference own = first_difference(campaign_tests(values), "sc, ptx", check, {});
  REQUIRE(own.found);
  CHECK(own.found->test.name == "MP");
  CHECK(own.tests == "family");
  CHECK_FALSE(own.all_up_to);
}

}  // namespace opexplore
