// Regions that one thread at a time shall be in: what is put at the ways in and out.
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "litmus/kernels/watches/regions.hpp"
#include "litmus/kernels/watches/watch.hpp"
#include "opmodel/instruction.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/kernel_launch.hpp"
#include "tests/litmus/kernel_outcomes.hpp"

namespace opexplore::testing {
namespace {

constexpr const char* lock =
    "$L: atom.acquire.gpu.exch.b32 %r1, [%rd1], 1; setp.ne.s32 %p1, %r1, 0; @%p1 bra $L;\n";
constexpr const char* unlock = "st.release.gpu.u32 [%rd1], 0;\n";

kernel::WatchedLines exclusive(std::vector<kernel::Lines> lines) {
  for (const kernel::Watch* const question : kernel::watches()) {
    if (question->name == "exclusive") return {question, std::move(lines)};
  }
  FAIL("no question is called exclusive");
  return {};
}

// The kernel with the lines of its body watched, from 0.
kernel::LaunchedKernel watched(const std::string& body, std::uint32_t first, std::uint32_t last,
                               std::uint32_t blocks = 2) {
  kernel::Launch how = usual_launch(blocks, "exists (true)");
  how.watched = {exclusive({{"", body_line + first, body_line + last}})};
  return kernel::read_launched(module_text(body), "k.ptx", how);
}

struct Seen {
  bool races = false;  // two ways in and out
  bool met = false;    // somebody finds another one there
};

Seen seen(const kernel::LaunchedKernel& kernel) {
  const MachineEntry* const machine = find_machine("ptx-proxy");
  REQUIRE(machine != nullptr);
  ExploreOptions options;
  options.machine.races = true;
  const Answer report = machine->explore(kernel.test, options);
  REQUIRE(report.coverage.complete());
  Seen result;
  for (const AnsweredDataRace& race : report.data_races) {
    const Thread& thread = kernel.test.program.threads[race.pair.first_thread];
    const auto address = address_of(thread.instructions[race.pair.first].action);
    result.races = result.races || address == kernel.facts.watched.front().location;
  }
  for (const kernel::Assertion& assertion : kernel.facts.assertions) {
    const Observable met = RegisterTerm{assertion.thread, assertion.reg};
    result.met = result.met || can_be(kernel.test, report, met, assertion.value);
  }
  return result;
}

bool exclude(const kernel::LaunchedKernel& kernel) {
  const Seen what = seen(kernel);
  return !what.races && !what.met;
}

}  // namespace

TEST_CASE("kernel exclusion: lines are read", "[kernel][exclusion]") {
  const auto lines = kernel::lines_in("12-15+lock.cuh:3+20");
  REQUIRE(lines.size() == 3);
  CHECK(lines[0].first == 12);
  CHECK(lines[0].last == 15);
  CHECK(lines[1].file == "lock.cuh");
  CHECK(lines[1].last == 3);
  CHECK(lines[2].first == 20);
  for (const std::string wrong : {"", "x", "3-", "-3", "5-3", "0", "3+", "3++4", "1-2-3", "a:"}) {
    CAPTURE(wrong);
    CHECK(kernel::lines_in(wrong).empty());
  }
}

TEST_CASE("kernel exclusion: ways in and out are stores", "[kernel][exclusion]") {
  const std::string inner = "st.u32 [%rd2], 1;\n";
  const kernel::LaunchedKernel kernel =
      watched("ld.u32 %r1, [%rd1];\n" + inner + "st.u32 [%rd1], 1;", 1, 1);
  CHECK(spelled(kernel.test) == Code{"ld.weak r2, x", "st.weak turn, 1", "st.weak y, 1",
                                     "st.weak turn, 0", "st.weak x, 1"});
  CHECK(kernel.facts.watched.front().title == "two threads can be in line 14 at the same time");
  // The last instruction is in, and the first.
  CHECK(spelled(watched(inner, 0, 0).test) ==
        Code{"st.weak turn, 1", "st.weak y, 1", "st.weak turn, 0"});
}

TEST_CASE("kernel exclusion: jumps across pass, and others do not", "[kernel][exclusion]") {
  // Past the region, out of it, around in it, and into its middle.
  const std::string jumps =
      "ld.u32 %r1, [%rd1]; setp.eq.s32 %p1, %r1, 0; setp.eq.s32 %p2, %r1, 1; @%p1 bra $out;\n"
      "@%p2 bra $middle;\n"
      "$in: st.u32 [%rd2], 1; @%p2 bra $out;\n"
      "$middle: st.u32 [%rd2], 2; @%p1 bra $in;\n"
      "$out: st.u32 [%rd1], 3;";
  const kernel::LaunchedKernel kernel = watched(jumps, 2, 3, 1);
  std::size_t in = 0, out = 0;
  for (const std::string& line : spelled(kernel.test)) {
    in += line == "st.weak turn, 1" ? 1U : 0U;
    out += line == "st.weak turn, 0" ? 1U : 0U;
  }
  CHECK(in == 2);   // from above, and to the middle
  CHECK(out == 2);  // from the first, and at the end
  // What the kernel does is the same: it ends in the same ways.
  const auto values = [](const Test& test) {
    std::set<Outcome> all;
    for (const AnsweredOutcome& outcome : explored(test).outcomes) all.insert(outcome.values);
    return all;
  };
  kernel::Launch plain = usual_launch(2, "locations [ x; y; ]");
  kernel::Launch seen = plain;
  seen.watched = {exclusive({{"", body_line + 2, body_line + 3}})};
  CHECK(values(kernel::read_launched(module_text(jumps), "k.ptx", plain).test) ==
        values(kernel::read_launched(module_text(jumps), "k.ptx", seen).test));
}

TEST_CASE("kernel exclusion: locks exclude as their orders and scopes do", "[kernel][exclusion]") {
  const std::string inner = "ld.relaxed.gpu.u32 %r2, [%rd2]; st.relaxed.gpu.u32 [%rd2], 1;\n";
  const auto with = [&](const std::string& before, const std::string& behind) {
    return exclude(watched(before + inner + behind, 1, 1));
  };
  CHECK(with(lock, unlock));
  CHECK_FALSE(with(lock, "st.relaxed.gpu.u32 [%rd1], 0;\n"));
  CHECK(with(lock, "fence.acq_rel.gpu; st.relaxed.gpu.u32 [%rd1], 0;\n"));
  CHECK_FALSE(with("\n", unlock));
  // One tries, and goes on without: it passes around.
  CHECK(with("atom.acquire.gpu.cas.b32 %r1, [%rd1], 0, 1; setp.ne.s32 %p1, %r1, 0; @%p1 bra $no;\n",
             std::string(unlock) + "$no:"));
  // The line of the unlock is in, too: the next one comes before this one is out.
  CHECK_FALSE(exclude(watched(lock + inner + unlock, 1, 2)));
}

TEST_CASE("kernel exclusion: who meets inside is there at the same time", "[kernel][exclusion]") {
  // One thread tells the other, which comes in, and waits for it inside.
  const std::string meeting =
      "mov.u32 %r4, %ctaid.x; setp.eq.s32 %p2, %r4, 1; @%p2 bra $second;\n"
      "st.release.gpu.u32 [%rd1], 1; $wait: ld.acquire.gpu.u32 %r1, [%rd2];\n"
      "setp.eq.s32 %p1, %r1, 0; @%p1 bra $wait;\n"
      "bra $end; $second: ld.acquire.gpu.u32 %r1, [%rd1]; setp.eq.s32 %p1, %r1, 0;"
      "@%p1 bra $second;\n"
      "mov.u32 %r5, 1; st.u32 [%rd1+4], %r5;\n"
      "st.release.gpu.u32 [%rd2], 1;\n$end:";
  const auto with_second = [&](std::uint32_t line) {
    kernel::Launch how = usual_launch(2, "exists (true)");
    how.watched = {
        exclusive({{"", body_line + 1, body_line + 2}, {"", body_line + line, body_line + line}})};
    return seen(kernel::read_launched(module_text(meeting), "k.ptx", how));
  };
  // All in order, and at the same time.
  CHECK(with_second(4).met);
  CHECK_FALSE(with_second(4).races);
  // The second one is out only when it has let the first one go on.
  CHECK(with_second(5).races);
}

TEST_CASE("kernel exclusion: lines without code are refused", "[kernel][exclusion]") {
  CHECK_THROWS_WITH(watched("st.u32 [%rd1], 1;", 50, 51),
                    Catch::Contains("no thread executes an instruction of lines 63 to 64"));
}

}  // namespace opexplore::testing
