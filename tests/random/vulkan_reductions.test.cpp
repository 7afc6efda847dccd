// Reductions of the Vulkan machine against no reductions: on random programs, and on programs that
// show reductions which are almost right. Under the wrong rule, such a program would lose an
// outcome or a race that it has.
#include <iostream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/language/writer.hpp"
#include "opmodel/machines/vulkan/late.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/machines/vulkan_programs.hpp"
#include "tests/random/conditions.hpp"
#include "tests/random/reductions.hpp"
#include "tests/random/vulkan_comparison.hpp"
#include "tests/random/vulkan_programs.hpp"

namespace opexplore::random_programs {

namespace {

using opexplore::testing::vulkan_test;
using opexplore::testing::VulkanProgram;

// What reductions must not change. Of a program at whose races the machine stops, the race is all.
struct VulkanFindings {
  bool racy = false;
  bool stuck = false;
  std::set<Outcome> outcomes;
  bool operator==(const VulkanFindings&) const = default;
};

Answer explored(const Test& test, MachineOptions machine, const std::string& races,
                bool verdict_only = false) {
  ExploreOptions options;
  machine.settings["races"] = races;
  options.machine = machine;
  options.threads = 1;
  options.max_states = 5'000;
  options.verdict_only = verdict_only;
  return find_machine("vulkan")->explore(test, options);
}

// Nothing if there are too many states.
std::optional<VulkanFindings> found(const Test& test, const MachineOptions& machine,
                                    const std::string& races) {
  const Answer report = explored(test, machine, races);
  if (!report.coverage.complete()) return std::nullopt;
  VulkanFindings result{
      report.statistics.racy_states != 0, report.statistics.stuck_states != 0, {}};
  if (result.racy && races == "stop" && !test.filter) return VulkanFindings{true, false, {}};
  for (const AnsweredOutcome& outcome : report.outcomes) result.outcomes.insert(outcome.values);
  return result;
}

std::string described(const VulkanFindings& found) {
  std::string text = found.racy ? "racy" : "race-free";
  if (found.stuck) text += ", stuck";
  for (const Outcome& outcome : found.outcomes) {
    text += " |";
    for (const Value value : outcome) text += " " + std::to_string(value);
  }
  return text;
}

struct Counts {
  unsigned searches = 0, racy = 0, conditions = 0;
};

void compare_variants(const Test& test, const std::string& races, const VulkanFindings& whole,
                      Counts& counts) {
  for (const Variant& variant : variants()) {
    const auto reduced = found(test, variant.options, races);
    if (!reduced) continue;
    ++counts.searches;
    counts.racy += reduced->racy ? 1U : 0U;
    if (*reduced == whole) continue;
    FAIL_CHECK(write(test) << "races=" << races << ", " << variant.name << ": "
                           << described(*reduced) << "\nwithout reductions: " << described(whole));
  }
}

// A verdict, or that there is none for a race.
void compare_verdicts(const Test& test, const std::string& races, const VulkanFindings& whole,
                      Random& random, Counts& counts) {
  if (whole.outcomes.empty()) return;
  for (unsigned i = 0; i < 4; ++i) {
    const std::vector<std::size_t> kept = some_observables(test, random);
    const std::set<Outcome> outcomes = projected(whole.outcomes, kept);
    Test asked = asking(observing(test, kept), outcomes, random);
    asked.filter.reset();  // another filter makes it another question about races
    const Answer report = explored(asked, {}, races, true);
    ++counts.conditions;
    const bool racy = report.statistics.racy_states != 0;
    if (racy == whole.racy && (racy || verdict(asked, report).ok == holds_of(asked, outcomes))) {
      continue;
    }
    FAIL_CHECK(write(asked) << "races=" << races << ", towards the verdict"
                            << "\nwithout reductions: " << described(whole));
  }
}

void compare(const Test& test, const std::string& races, Random& random, Counts& counts) {
  const auto whole = found(test, without_reductions({}), races);
  if (!whole) return;
  compare_variants(test, races, *whole, counts);
  if (!test.filter) compare_verdicts(test, races, *whole, random, counts);
}

}  // namespace

TEST_CASE("random: reductions of Vulkan lose no outcome, no race and no verdict",
          "[random][vulkan]") {
  const std::vector<Test> bases = vulkan_bases();
  Counts counts;
  constexpr unsigned programs = 60;
  for (unsigned seed = 1; seed <= programs; ++seed) {
    Random random(seed);
    const bool changes = seed % 4 != 0;
    Test test = changes ? mutated_vulkan(random.pick(bases), random) : random_vulkan(random);
    if (seed % 3 != 0) test.filter.reset();
    for (const char* const races : {"stop", "follow", "ignore"}) {
      compare(test, races, random, counts);
    }
  }
  INFO(counts.searches << " searches, " << counts.racy << " racy, " << counts.conditions);
  CHECK(counts.searches > programs * variants().size() * 2);
  CHECK(counts.racy * 10 > counts.searches);
  CHECK(counts.conditions > programs * 4);
}

TEST_CASE("random: reductions of Vulkan are right where loads take effect late",
          "[random][vulkan]") {
  const std::string reads_x = "ld.atom.dv.sc0 r0, x;";
  const std::string writes_y = "st.atom.dv.sc0 y, 1";
  const std::string copies = "ld.atom.dv.sc0 r0, y;st.atom.dv.sc0 x, r0";
  const std::string condition = "exists (P0:r0=1)";
  const std::vector<Test> bases{
      vulkan_test({{{'A', reads_x + writes_y}, {'B', copies}}, condition}),
      // What comes while the load waits is up to a third thread.
      vulkan_test({{{'A', reads_x + "ld.atom.dv.sc0 r1, z;" + writes_y},
                    {'B', copies},
                    {'A', "st.atom.dv.sc0 z, 1;st.atom.dv.sc0 x, 2"}},
                   condition}),
      // The thread goes round a loop, or another one does, while the load waits.
      vulkan_test({{{'A', reads_x + writes_y + ";L1: ld.atom.dv.sc0 r1, z;beq r1, 0, L1"},
                    {'B', copies + ";st.atom.dv.sc0 z, 1"}},
                   condition}),
      vulkan_test({{{'A', reads_x + "L1: ld.atom.dv.sc0 r1, x;beq r1, 0, L1;" + writes_y},
                    {'B', copies + ";st.atom.dv.sc0 x, 1"}},
                   condition}),
      vulkan_test({{{'A', reads_x + writes_y},
                    {'B', "L1: ld.atom.dv.sc0 r0, y;beq r0, 0, L1;st.atom.dv.sc0 x, 1"}},
                   condition}),
      vulkan_test(
          {{{'A', reads_x + "cbar.wg 0"}, {'A', "cbar.wg 0;st.atom.wg.sc0 x, 1"}}, condition}),
      vulkan_test({{{'A', "ld.sc0 r0, x;ld.sc0 r1, y;st.sc0 z, 1"}, {'B', "st.sc0 y, 1"}},
                   condition,
                   "x=0; y=0; z aliases x;"})};
  Counts counts;
  unsigned late = 0;
  constexpr unsigned programs = 28;
  for (unsigned seed = 0; seed < programs; ++seed) {
    Random random(seed);
    const Test& base = bases[seed % bases.size()];
    const Test test = seed < bases.size() ? base : mutated_vulkan(base, random);
    const vulkan::Plan plan(test.program);
    late += vulkan::LateReads(test.program, plan, true).any() ? 1U : 0U;
    for (const char* const races : {"stop", "follow", "ignore"}) {
      compare(test, races, random, counts);
    }
  }
  CHECK(late * 2 > programs);
  CHECK(counts.searches > programs * variants().size());
  CHECK(counts.conditions > programs * 4);
}

namespace {

// A wrong rule, a program that shows it, and what the program really does, values in the order in
// which the condition asks for them.
struct ShownInVulkan {
  std::string_view rule;
  VulkanProgram program;
  bool racy = false;
  std::set<Outcome> outcomes = {};
  bool loops = false;
};

const std::vector<ShownInVulkan>& shown_in_vulkan() {
  static const std::vector<ShownInVulkan> all{
      // Thread 0 would read before anybody writes.
      {"a read conflicts with nothing",
       {{{'A', "ld.atom.dv.sc0 r0, x"}, {'B', "st.atom.dv.sc0 x, 1"}}, "exists (0:r0=1)"},
       false,
       {{0}, {1}}},
      // Thread 1 stands at its load of y, so nobody would be about to write x.
      {"a read conflicts with the next instruction of others alone",
       {{{'A', "ld.atom.dv.sc0 r0, x"},
         {'B', "ld.atom.dv.sc0 r0, y; st.atom.dv.sc0 x, 1"},
         {'C', "st.atom.dv.sc0 y, 1"}},
        "exists (0:r0=1 /\\ 1:r0=1)"},
       false,
       {{0, 0}, {0, 1}, {1, 0}, {1, 1}}},
      // The thread with the lower number would always come first.
      {"a read-modify-write conflicts with nothing, like a store",
       {{{'A', "rmw.atom.dv.sc0.add r0, x, 1"}, {'B', "rmw.atom.dv.sc0.add r0, x, 1"}},
        "exists (0:r0=1 /\\ 1:r0=1)"},
       false,
       {{0, 1}, {1, 0}}},
      // All writes can go first, as long as the later one may be put in front of the other.
      {"a write that comes later is behind those that are there",
       {{{'A', "st.atom.dv.sc0 x, 1"}, {'B', "st.atom.dv.sc0 x, 2"}}, "exists ([x]=1)"},
       false,
       {{1}, {2}}},
      // Thread 1 opens the barrier alone, before thread 0 comes.
      {"who arrives at a barrier with a quorum can come first",
       {{{'A', "st.atom.dv.sc0 x, 1; cbar.acq_rel.dv.semsc0 1, 1, 1"},
         {'W', "cbar.acq_rel.dv.semsc0 1, 1, 1; ld.atom.dv.sc0 r0, x"}},
        "exists (1:r0=1)"},
       false,
       {{0}, {1}}},
      // With its race the program has both values, too.
      {"a non-atomic access goes first although races are followed",
       {{{'A', "ld.sc0 r0, x"}, {'B', "st.sc0 x, 1"}}, "exists (0:r0=1)"},
       true,
       {{0}, {1}}},
      // No search for this verdict would go further than its first state.
      {"what cannot decide the condition can be left out",
       {{{'A', "st.atom.dv.sc0 y, 1; st.sc0 x, 1"}, {'B', "st.sc0 x, 1"}}, "exists ([y]=2)"},
       true,
       {{1}}},
      // Once thread 0 has written nobody who is still to come races with anybody.
      {"what has been executed cannot race any more",
       {{{'A', "st.sc0 x, 1"}, {'B', "rmw.atom.dv.sc0.add r0, y, 1; st.sc0 x, 1"}},
        "exists (1:r0=2)"},
       true,
       {{0}}},
      // Thread 0 would only leave its loop at once, without having read z. Thread 1 writes z after
      // that, and is not ordered behind it.
      {"an iteration that only reads can be left out, whatever it races with",
       {{{'A',
          "L: ld.atom.dv.sc0 r0, x; beq r0, 1, M; ld.atom.dv.sc0 r1, z; goto L; M: "
          "st.atom.dv.sc0 y, 1"},
         {'B', "N: ld.atom.dv.sc0 r0, y; bne r0, 1, N; st.sc0 z, 1"},
         {'C', "st.atom.dv.sc0 x, 1"}},
        "exists ([z]=1)"},
       true,
       {{1}},
       true},
  };
  return all;
}

}  // namespace

TEST_CASE("reductions: programs that show wrong rules of Vulkan do what they should",
          "[reductions][vulkan]") {
  const VulkanSide oracle = vulkan_side("oracle");
  for (const ShownInVulkan& one : shown_in_vulkan()) {
    CAPTURE(one.rule);
    const Test test = vulkan_test(one.program);
    const auto answer = oracle.answer(test);
    REQUIRE(answer);
    CHECK(answer->racy == one.racy);
    std::set<Outcome> expected = answer->race_free;
    expected.insert(answer->raced.begin(), answer->raced.end());
    CHECK(expected == one.outcomes);
    std::vector<Variant> all = variants();
    all.push_back({"none", without_reductions({})});
    for (const Variant& variant : all) {
      CAPTURE(variant.name);
      if (one.loops && !variant.options.forget_dead) continue;  // they grow
      const auto followed = found(test, variant.options, "follow");
      REQUIRE(followed);
      CHECK(*followed == VulkanFindings{one.racy, false, one.outcomes});
      CHECK(found(test, variant.options, "stop")->racy == one.racy);
      CHECK(found(test, variant.options, "ignore")->outcomes == one.outcomes);
    }
    CHECK((explored(test, {}, "stop", true).statistics.racy_states != 0) == one.racy);
  }
}

TEST_CASE("reductions: a thread that goes round for ever keeps nobody from a race",
          "[reductions][vulkan]") {
  for (const char* const round :
       {"L: ld.atom.dv.sc0 r0, z; beq r0, 0, L", "L: st.atom.dv.sc0 z, 1; goto L",
        "L: add r0, r0, 0; beq r0, 0, L", "L: membar.acq_rel.dv.semsc0; goto L"}) {
    CAPTURE(round);
    const Test test =
        vulkan_test({{{'A', round}, {'B', "st.sc0 x, 1"}, {'C', "st.sc0 x, 2"}}, "exists ([x]=1)"});
    for (const Variant& variant : variants()) {
      if (!variant.options.forget_dead) continue;  // loops grow
      CAPTURE(variant.name);
      const Answer report = explored(test, variant.options, "stop");
      CHECK(report.statistics.racy_states != 0);
    }
    CHECK(explored(test, {}, "stop", true).statistics.racy_states != 0);
  }
}

}  // namespace opexplore::random_programs
