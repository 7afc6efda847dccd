// Launches of any size: one execution, with what it says of all of them.
#include <algorithm>
#include <string>
#include <vector>

#include "explorer/machine_entry.hpp"
#include "litmus/input/input_error.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/kernel_launch.hpp"

namespace opexplore {
namespace {

using namespace testing;
using Catch::Contains;
using kernel::LaunchedKernel;

kernel::Launch many(std::uint32_t blocks, std::uint32_t threads,
                    kernel::Looked looked = kernel::Looked::one_execution) {
  kernel::Launch how = launch(grid("k", {blocks, 1, 1}, {threads, 1, 1},
                                   {buffer("px", "x"), buffer("py", "y"), buffer("pout", "out")}),
                              "");
  how.looked = looked;
  return how;
}

LaunchedKernel run_once(const std::string& body, const kernel::Launch& how) {
  return kernel::read_launched(module_text(body), "k.ptx", how);
}

std::string refused_because(const std::string& body, const kernel::Launch& how) {
  try {
    run_once(body, how);
  } catch (const InputError& error) {
    return error.message;
  }
  return {};
}

// %r1: the thread's number in its block, %rd4: 4 times that; %rd5: its word of x, %rd6: of out, by
// its number in the grid; s: a word for each thread.
const std::string numbered =
    ".shared .align 4 .b8 s[4096];\n"
    "mov.u32 %r1, %tid.x;\nmov.u32 %r2, %ntid.x;\nmov.u32 %r3, %ctaid.x;\n"
    "mad.lo.s32 %r4, %r3, %r2, %r1;\nmul.wide.s32 %rd4, %r4, 4;\n"
    "add.s64 %rd5, %rd1, %rd4;\nadd.s64 %rd6, %rd3, %rd4;\n"
    "mov.u32 %r5, s;\nshl.b32 %r6, %r1, 2;\nadd.s32 %r5, %r5, %r6;\n";

// Each thread passes its number on to the one before it.
std::string passed_on(const std::string& between) {
  return numbered + "st.shared.u32 [%r5], %r4;\n" + between +
         "ld.shared.u32 %r7, [%r5+4];\nst.global.u32 [%rd6], %r7;\n";
}

Answer whole_answer(const Test& test) {
  ExploreOptions options;
  options.machine.races = true;
  return find_machine("ptx-proxy")->explore(test, options);
}

std::size_t divergences(const Test& test) {
  return static_cast<std::size_t>(std::ranges::count_if(
      whole_answer(test).data_races,
      [](const AnsweredDataRace& found) { return found.pair.kind == PairKind::divergence; }));
}

Value final_of(const Test& test, const std::string& location) {
  for (const Location& known : test.program.locations) {
    if (known.name == location) return known.initial;
  }
  FAIL(location);
  return 0;
}

}  // namespace

TEST_CASE("whole launches: a barrier between all threads makes one result", "[kernel][whole]") {
  const LaunchedKernel kernel = run_once(passed_on("bar.sync 0;\n"), many(4, 256));
  REQUIRE(kernel.facts.whole);
  CHECK(kernel.facts.whole->decides);
  CHECK(kernel.facts.whole->threads == 1024);
  CHECK(kernel.facts.launch == "<<<4, 256>>>");
  CHECK(final_of(kernel.test, "out_0") == 1);
  CHECK(final_of(kernel.test, "out_3") == 4);
  const Answer answer = whole_answer(kernel.test);
  CHECK(answer.data_races.empty());
  CHECK(answer.outcomes.size() == 1);
}

TEST_CASE("whole launches: without it two threads race", "[kernel][whole]") {
  const LaunchedKernel kernel = run_once(passed_on(""), many(4, 256));
  REQUIRE(kernel.facts.whole);
  CHECK_FALSE(kernel.facts.whole->decides);
  REQUIRE(kernel.test.program.threads.size() == 2);
  CHECK(kernel.test.program.threads[0].label == "block 0, thread 0");
  CHECK(kernel.test.program.threads[1].label == "block 0, thread 1");
  const Answer answer = whole_answer(kernel.test);
  REQUIRE(answer.data_races.size() == 1);
  // A barrier of each warp orders those within one alone.
  const LaunchedKernel warps = run_once(passed_on("bar.warp.sync -1;\n"), many(1, 64));
  CHECK_FALSE(warps.facts.whole->decides);
  CHECK(warps.test.program.threads.at(0).label == "block 0, thread 32");
  CHECK(warps.test.program.threads.at(1).label == "block 0, thread 31");
  CHECK(run_once(passed_on("bar.warp.sync -1;\n"), many(1, 32)).facts.whole->decides);
}

TEST_CASE("whole launches: what is only bounded is taken for the nearest number",
          "[kernel][whole][floats]") {
  const std::vector<std::pair<std::string, Value>> rows = {
      {"ex2.approx.ftz.f32 %r8, 0f40400000;", 0x41000000},   // 2 ^ 3
      {"lg2.approx.f32 %r8, 0f41000000;", 0x40400000},       // of 8
      {"rsqrt.approx.f32 %r8, 0f40800000;", 0x3F000000},     // of 4
      {"sqrt.approx.ftz.f32 %r8, 0f41100000;", 0x40400000},  // of 9
      {"rcp.approx.ftz.f32 %r8, 0f40800000;", 0x3E800000},   // of 4
      {"sin.approx.f32 %r8, 0f00000000;", 0},
      {"cos.approx.f32 %r8, 0f00000000;", 0x3F800000},
      {"tanh.approx.f32 %r8, 0f3F800000;", 0x3F42F7D6},   // of 1
      {"ex2.approx.f16x2 %r8, 0x3C004000;", 0x40004400},  // of 1 and 2
      {"div.full.f32 %r8, 0f3F800000, 0f7F000000;", 0x00400000},
      {"div.approx.f32 %r8, 0f3F800000, 0f7F000000;", 0},  // by 2 ^ 127
      {"div.approx.f32 %r8, 0f7F800000, 0f7F000000;", 0x7FFFFFFF}};
  for (const auto& [code, expected] : rows) {
    CAPTURE(code);
    const LaunchedKernel kernel =
        run_once(numbered + code + "\nst.global.u32 [%rd6], %r8;\n", many(2, 64));
    CHECK(kernel.facts.whole->decides);
    CHECK(final_of(kernel.test, "out_1") == expected);
    REQUIRE(kernel.facts.notes.size() == 1);
    CHECK_THAT(kernel.facts.notes[0].text, Contains("is taken for the nearest number"));
  }
}

TEST_CASE("whole launches: what is not modelled is named, whatever the size", "[kernel][whole]") {
  const std::string body = numbered + "discard.global.L2 [%rd5], 128;\n";
  const std::string said = refused_because(body, many(8, 128, kernel::Looked::as_needed));
  CHECK_THAT(said, Contains("not modelled: ") && Contains("discard"));
  CHECK_THAT(said, !Contains("the limit is"));
}

TEST_CASE("whole launches: blocks are in no order", "[kernel][whole]") {
  const std::string shared_word = numbered + "st.global.u32 [%rd1], %r4;\nbar.sync 0;\n";
  CHECK(whole_answer(run_once(shared_word, many(2, 1)).test).data_races.size() == 1);
  CHECK(run_once(numbered + "st.global.u32 [%rd5], %r4;\n", many(64, 64)).facts.whole->decides);
}

TEST_CASE("whole launches: atomics whose results nobody reads commute", "[kernel][whole]") {
  const std::string sum = numbered + "atom.global.add.u32 %r7, [%rd1], %r4;\n";
  const LaunchedKernel added = run_once(sum, many(4, 64));
  CHECK(added.facts.whole->decides);
  CHECK(final_of(added.test, "x") == 255 * 256 / 2);
  CHECK_THAT(refused_because(sum + "st.global.u32 [%rd6], %r7;\n", many(4, 64)),
             Contains("depends on whether line"));
  CHECK_THROWS_AS(run_once(numbered + "atom.global.exch.b32 %r7, [%rd1], %r4;\n", many(2, 1)),
                  InputError);
  CHECK_THROWS_AS(run_once(sum + "atom.global.and.b32 %r7, [%rd1], 3;\n", many(2, 1)), InputError);
  const std::string least = "atom.global.min.u32 %r7, [%rd1], 1;\n";
  CHECK(run_once(numbered + least + least, many(4, 64)).facts.whole->decides);
  CHECK_THROWS_AS(run_once(numbered + least + "atom.global.min.s32 %r7, [%rd1], 1;\n", many(2, 1)),
                  InputError);
  // One of block scope does not reach another block.
  const std::string narrow = numbered + "atom.cta.global.add.u32 %r7, [%rd1], 1;\n";
  CHECK(run_once(narrow, many(1, 128)).facts.whole->decides);
  CHECK(whole_answer(run_once(narrow, many(2, 1)).test).data_races.size() == 1);
  // One that is read stays one, whatever its thread does behind it.
  const std::string looked = numbered +
                             "atom.global.max.u32 %r7, [%rd5], 2;\n"
                             "atom.global.add.u32 %r8, [%rd1], 2;\n"
                             "st.global.u32 [%rd6], %r7;\n";
  CHECK_THROWS_AS(run_once(looked, many(3, 1)), InputError);
  // What is summed up behind a barrier is known.
  const std::string read = numbered +
                           "atom.global.add.u32 %r7, [%rd1], 1;\nbar.sync 0;\n"
                           "ld.global.u32 %r8, [%rd1];\nst.global.u32 [%rd6], %r8;\n";
  CHECK(final_of(run_once(read, many(1, 100)).test, "out_0") == 100);
}

TEST_CASE("whole launches: strong accesses in no order leave it open", "[kernel][whole]") {
  const std::string writes = numbered +
                             "st.relaxed.gpu.global.u32 [%rd1], %r4;\n"
                             "ld.relaxed.gpu.global.u32 %r7, [%rd1];\nst.global.u32 [%rd6], %r7;\n";
  CHECK_THAT(refused_because(writes, many(2, 1)), Contains("one execution does not say"));
  // Of few threads all executions are looked at.
  CHECK_FALSE(run_once(writes, many(2, 1, kernel::Looked::as_needed)).facts.whole);
  CHECK_THAT(refused_because(numbered + "L: ld.relaxed.gpu.global.u32 %r7, [%rd2];\n"
                                        "setp.eq.u32 %p1, %r7, 0;\n@%p1 bra L;\n",
                             many(1, 100)),
             Contains("it waits for another thread"));
}

TEST_CASE("whole launches: fences and atomics may order what seems to race", "[kernel][whole]") {
  const auto publishes = [](const std::string& update) {
    return numbered + "setp.eq.u32 %p1, %r3, 0;\n@%p1 st.global.u32 [%rd2], 1;\n" + update +
           "@!%p1 ld.global.u32 %r8, [%rd2];\n";
  };
  const std::string add = "atom.global.add.u32 %r7, [%rd1], 1;\n";
  const std::string fence = "fence.acq_rel.gpu;\n";
  CHECK_THAT(refused_because(publishes(fence + add + fence), many(2, 1)),
             Contains("fences and atomics"));
  CHECK_THAT(
      refused_because(publishes("atom.acq_rel.gpu.global.add.u32 %r7, [%rd1], 1;\n"), many(2, 1)),
      Contains("fences and atomics"));
  CHECK(whole_answer(run_once(publishes(add), many(2, 1)).test).data_races.size() == 1);
}

TEST_CASE("whole launches: barriers that threads come to apart", "[kernel][whole]") {
  const std::string left_out = numbered +
                               "setp.lt.u32 %p1, %r1, 96;\n@!%p1 bra L;\nbar.sync 0;\n"
                               "L: st.global.u32 [%rd6], 1;\n";
  CHECK(divergences(run_once(left_out, many(1, 128)).test) == 1);
  const auto at_two = [](const std::string& first) {
    return numbered + "setp.lt.u32 %p1, %r1, " + first +
           ";\n@%p1 bra L;\nbar.sync 0;\nbra M;\n"
           "L: bar.sync 0;\nM: st.global.u32 [%rd6], 1;\n";
  };
  CHECK(divergences(run_once(at_two("8"), many(1, 64)).test) == 1);
  CHECK(divergences(run_once(at_two("40"), many(1, 64)).test) == 1);
  CHECK(run_once(at_two("32"), many(1, 64)).facts.whole->decides);  // PTX asks it of warps
  // Barriers for some warps, each warp at its own.
  const std::string halves = numbered +
                             "setp.lt.u32 %p1, %r1, 64;\nst.shared.u32 [%r5], %r4;\n"
                             "@%p1 bar.sync 1, 64;\n@!%p1 bar.sync 2, 64;\n"
                             "xor.b32 %r6, %r6, 4;\nmov.u32 %r5, s;\nadd.s32 %r5, %r5, %r6;\n"
                             "ld.shared.u32 %r7, [%r5];\nst.global.u32 [%rd6], %r7;\n";
  const LaunchedKernel decided = run_once(halves, many(2, 128));
  CHECK(decided.facts.whole->decides);
  CHECK(final_of(decided.test, "out_1") == 0);
  // The producers go on, the consumers wait.
  const std::string arrives = numbered +
                              "setp.lt.u32 %p1, %r1, 32;\n@!%p1 bra L;\n"
                              "st.shared.u32 [%r5], %r4;\nbar.arrive 1, 64;\nbra M;\n"
                              "L: bar.sync 1, 64;\nld.shared.u32 %r7, [%r5+-128];\n"
                              "st.global.u32 [%rd6], %r7;\nM:\n";
  CHECK(run_once(arrives, many(1, 64)).facts.whole->decides);
}

TEST_CASE("whole launches: lanes exchange what they hold", "[kernel][whole]") {
  std::string sum = numbered + "mov.u32 %r7, %r1;\n";
  for (const char* const distance : {"16", "8", "4", "2", "1"}) {
    sum += std::string("shfl.sync.down.b32 %r8, %r7, ") + distance +
           ", 31, -1;\nadd.u32 %r7, %r7, %r8;\n";
  }
  const LaunchedKernel summed = run_once(sum + "st.global.u32 [%rd6], %r7;\n", many(1, 64));
  CHECK(final_of(summed.test, "out_0") == 31 * 32 / 2);
  const std::string votes = numbered +
                            "setp.lt.u32 %p1, %r1, 3;\nvote.sync.ballot.b32 %r7, %p1, -1;\n"
                            "redux.sync.max.u32 %r8, %r1, -1;\nadd.u32 %r7, %r7, %r8;\n"
                            "st.global.u32 [%rd6], %r7;\n";
  CHECK(final_of(run_once(votes, many(1, 32)).test, "out_0") == 7 + 31);
  // A mask that does not name who executes it.
  const LaunchedKernel wrong = run_once(numbered + "bar.warp.sync 1;\n", many(1, 32));
  REQUIRE(wrong.facts.assertions.size() == 1);
  CHECK(wrong.facts.assertions[0].kind == kernel::StopKind::misuse);
}

TEST_CASE("whole launches: threads that wait for ever are a bug", "[kernel][whole]") {
  const std::string crossed = numbered +
                              "setp.lt.u32 %p1, %r1, 32;\n@%p1 bar.sync 1;\n@!%p1 bar.sync 2;\n"
                              "st.global.u32 [%rd6], 1;\n";
  const LaunchedKernel stuck = run_once(crossed, many(2, 64));
  CHECK(stuck.test.program.threads.size() == 2);
  CHECK(whole_answer(stuck.test).statistics.stuck_states == 1);
  const std::string too_few = numbered + "bar.sync 1, 128;\nst.global.u32 [%rd6], 1;\n";
  CHECK(whole_answer(run_once(too_few, many(1, 64)).test).statistics.stuck_states == 1);
  // Lanes that name each other by different masks.
  const std::string masks = numbered +
                            "setp.lt.u32 %p1, %r1, 8;\n@%p1 bar.warp.sync 0xffff;\n"
                            "@!%p1 bar.warp.sync 0xfffe;\n";
  const LaunchedKernel apart = run_once(masks, many(1, 16));
  REQUIRE(apart.facts.assertions.size() == 1);
  CHECK_THAT(apart.facts.assertions[0].text,
             Contains("the mask 0xffff names lane 8, which waits with the mask 0xfffe"));
}

TEST_CASE("whole launches: lanes that wait for one at a barrier are a deadlock",
          "[kernel][whole]") {
  const std::string apart = numbered +
                            "setp.eq.u32 %p1, %r1, 0;\n@%p1 bar.sync 0;\n"
                            "bar.warp.sync -1;\nbar.sync 0;\n";
  CHECK(whole_answer(run_once(apart, many(1, 32)).test).statistics.stuck_states > 0);
}

TEST_CASE("whole launches: what goes wrong in one thread is told", "[kernel][whole]") {
  kernel::Launch how = many(2, 64);
  how.grids[0].parameters[2] = {"pout", kernel::Buffer{"out", 127, 4, {}}};
  const LaunchedKernel outside = run_once(numbered + "st.global.u32 [%rd6], 1;\n", how);
  REQUIRE(outside.facts.assertions.size() == 1);
  CHECK(outside.facts.assertions[0].text ==
        "the access is at byte 508 of 'out', which has 508 bytes");
  CHECK(outside.test.program.threads.at(0).label == "block 1, thread 63");
  // Lanes give each other what has no value.
  const LaunchedKernel unwritten = run_once("vote.sync.ballot.b32 %r1, %p1, -1;\n", many(1, 32));
  REQUIRE(unwritten.facts.assertions.size() == 1);
  CHECK(unwritten.test.program.threads.at(0).label == "block 0, thread 0");
}

TEST_CASE("whole launches: a bug says nothing of other executions", "[kernel][whole]") {
  kernel::Launch how = many(2, 64);
  how.question = "exists (out[70]=70)";
  const LaunchedKernel kernel = run_once(passed_on(""), how);
  CHECK_FALSE(kernel.facts.whole->decides);
  CHECK(kernel.test.observables.empty());
  CHECK_THROWS_WITH(kernel::require_all_executions(kernel), Contains("is not known"));
  CHECK_THROWS_WITH(kernel::read_kernel(module_text(passed_on("")), "k.ptx", how),
                    Contains("is not known"));
  how.shown = {"out"};
  CHECK_NOTHROW(run_once(passed_on(""), how));
}

TEST_CASE("whole launches: accesses of two sizes race though both are strong", "[kernel][whole]") {
  const std::string sizes = numbered +
                            "cvt.u16.u32 %rs1, %r4;\n"
                            "setp.eq.u32 %p1, %r1, 0;\n"
                            "@%p1 st.relaxed.gpu.global.u16 [%rd1], %rs1;\n"
                            "@!%p1 atom.global.add.u32 %r7, [%rd1], 1;\n";
  const LaunchedKernel kernel = run_once(sizes, many(1, 2));
  CHECK_FALSE(kernel.facts.whole->decides);
  CHECK(whole_answer(kernel.test).data_races.size() == 1);
}

TEST_CASE("whole launches: what is shown of a block stands beside its races", "[kernel][whole]") {
  const std::string both = numbered +
                           "st.global.u32 [%rd1], %r4;\nsetp.lt.u32 %p1, %r1, 32;\n"
                           "@%p1 bar.sync 1;\n@!%p1 bar.sync 2;\nst.global.u32 [%rd2], %r4;\n";
  const Answer answer = whole_answer(run_once(both, many(1, 64)).test);
  CHECK(answer.data_races.size() == 1);
  CHECK(answer.statistics.stuck_states > 0);
}

TEST_CASE("whole launches: what nobody gave, or the host may change, is left open",
          "[kernel][whole]") {
  const std::string follows = numbered +
                              "ld.global.u64 %rd7, [%rd2];\nld.global.u32 %r7, [%rd7];\n"
                              "st.global.u32 [%rd6], %r7;\n";
  CHECK_THAT(refused_because(follows, many(1, 64)), Contains("a pointer is null"));
  kernel::Launch given = many(1, 64);
  given.grids[0].parameters[1] = {"py", kernel::Buffer{"y", 1, 8, {0}}};
  CHECK(run_once(follows, given).facts.assertions.at(0).kind == kernel::StopKind::null);
  kernel::Launch beside = many(1, 64);
  kernel::Buffer written{"y", 1, 4, {}};
  written.host_writes = true;
  beside.grids[0].parameters[1] = {"py", written};
  CHECK_THAT(refused_because(numbered + "ld.global.u32 %r7, [%rd2];\n", beside),
             Contains("the host may write"));
}

TEST_CASE("whole launches: a question is about the end", "[kernel][whole]") {
  kernel::Launch how = many(2, 64);
  how.question = "exists (out[70]=70)";
  const LaunchedKernel kernel = run_once(numbered + "st.global.u32 [%rd6], %r4;\n", how);
  CHECK(verdict(kernel.test, whole_answer(kernel.test)).ok);
  how.question = "exists (out[70]=71)";
  const LaunchedKernel other = run_once(numbered + "st.global.u32 [%rd6], %r4;\n", how);
  CHECK_FALSE(verdict(other.test, whole_answer(other.test)).ok);
  how.question = "exists (1:%r4=1)";
  CHECK_THAT(refused_because(numbered + "st.global.u32 [%rd6], %r4;\n", how),
             Contains("registers of threads"));
}

TEST_CASE("whole launches: what nobody gave is said", "[kernel][whole]") {
  const LaunchedKernel kernel =
      run_once(numbered + "ld.global.u32 %r7, [%rd5];\nst.global.u32 [%rd6], %r7;\n", many(2, 64));
  CHECK(kernel.facts.assumed ==
        std::vector<kernel::Assumption>{{kernel::Assumption::What::zeros, "x"},
                                        {kernel::Assumption::What::size, "x"}});
}

}  // namespace opexplore
