// Instructions of warps and barriers that reduce: what they compute, and whom they wait for.
#include <string>
#include <vector>

#include "litmus/input/input_error.hpp"
#include "litmus/kernels/kernel.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/kernel_launch.hpp"
#include "tests/litmus/kernel_outcomes.hpp"

namespace opexplore::testing {

namespace {

kernel::Launch warp_launch(std::uint32_t threads, const std::string& question) {
  return launch(grid("k", {1, 1, 1}, {threads, 1, 1},
                     {{"px", kernel::Buffer{"x", 4, 4, {3, 1, 3, 0}}},
                      buffer("py", "y"),
                      {"pout", kernel::Results{{"r0", "r1"}, 4}}}),
                question);
}

Test warp_test(const std::string& body, std::uint32_t threads,
               const std::string& question = "exists (y=0)") {
  return kernel_test(body, warp_launch(threads, question));
}

/// Whether the kernel can end, and always ends so.
bool always(const std::string& body, std::uint32_t threads, const std::string& what) {
  const Test test = warp_test(body, threads, "exists (" + what + ")");
  const Answer report = explored(test);
  CHECK_FALSE(report.outcomes.empty());
  return std::ranges::all_of(report.outcomes, [&](const AnsweredOutcome& outcome) {
    return holds(test.condition, outcome.values);
  });
}

/// Why threads stop in some execution: "1: the mask ...", one line each.
std::string misuses(const std::string& body, std::uint32_t threads) {
  const kernel::LaunchedKernel launched =
      kernel::read_launched(module_text(body), "k.ptx", warp_launch(threads, ""));
  const Answer report = explored(launched.test);
  std::string found;
  for (const kernel::Assertion& stop : launched.facts.assertions) {
    CHECK(stop.kind == kernel::StopKind::misuse);
    if (can_be(launched.test, report, RegisterTerm{stop.thread, stop.reg}, stop.value)) {
      found += std::to_string(stop.thread) + ": " + stop.text + '\n';
    }
  }
  return found;
}

std::string complaint(const std::string& body, std::uint32_t threads) {
  try {
    warp_test(body, threads);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

const std::string lane = "mov.u32 %r1, %tid.x;\n";
const std::string value = lane + "add.s32 %r2, %r1, 10;\n";
/// x of the lane's number: 3, 1, 3, 0.
const std::string loaded = lane +
                           "mul.wide.u32 %rd4, %r1, 4; add.s64 %rd5, %rd1, %rd4;\n"
                           "ld.global.u32 %r2, [%rd5]; setp.eq.s32 %p1, %r2, 3;\n";
const std::string tell = "st.u32 [%rd3], %r3;\n";
const std::string tell_predicate = "selp.u32 %r4, 1, 0, %p2; st.u32 [%rd3+4], %r4;\n";

}  // namespace

TEST_CASE("warp: shfl.sync reads the lane that the mode says", "[kernel][warp]") {
  const std::string up = value + "shfl.sync.up.b32 %r3|%p2, %r2, 1, 0, -1;\n" + tell;
  CHECK(always(up + tell_predicate, 3,
               "0:r0=10 /\\ 1:r0=10 /\\ 2:r0=11 /\\ 0:r1=0 /\\ 1:r1=1 /\\ 2:r1=1"));
  CHECK(always(value + "shfl.sync.bfly.b32 %r3, %r2, 2, 31, -1;\n" + tell, 4,
               "0:r0=12 /\\ 1:r0=13 /\\ 2:r0=10 /\\ 3:r0=11"));
  CHECK(always(value + "shfl.sync.idx.b32 %r3, %r2, 2, 31, -1;\n" + tell, 3,
               "0:r0=12 /\\ 1:r0=12 /\\ 2:r0=12"));
  // Segments of two lanes: the last of each has no lane behind it, and keeps its own value.
  CHECK(always(value + "shfl.sync.down.b32 %r3|%p2, %r2, 1, 0x1e01, -1;\n" + tell + tell_predicate,
               4, "0:r0=11 /\\ 1:r0=11 /\\ 2:r0=13 /\\ 3:r0=13 /\\ 2:r1=1 /\\ 3:r1=0"));
}

TEST_CASE("warp: a lane whose number is known at run time is read", "[kernel][warp]") {
  // Lane 1 reads lane x[1] = 1, and the others lane 3.
  CHECK(always(loaded + "add.s32 %r5, %r1, 10; shfl.sync.idx.b32 %r3|%p2, %r5, %r2, 31, -1;\n" +
                   tell + tell_predicate,
               4, "0:r0=13 /\\ 1:r0=11 /\\ 2:r0=13 /\\ 3:r0=10 /\\ 0:r1=1"));
}

TEST_CASE("warp: what comes from a lane that is not there is undefined", "[kernel][warp]") {
  const std::string down = value + "shfl.sync.down.b32 %r3, %r2, 1, 31, -1;\n";
  const std::string first = "setp.eq.s32 %p1, %r1, 0;\n@%p1 st.u32 [%rd3], %r4;\n";
  CHECK(always(down + "add.s32 %r4, %r3, %r2;\n" + first, 2, "0:r0=21"));
  CHECK(complaint(down + tell, 2).find("'%r3' is undefined") != std::string::npos);
  CHECK(complaint(down + "setp.eq.s32 %p1, %r3, 0;\n@%p1 st.u32 [%rd3], 1;\n", 2)
            .find("'%p1' is undefined") != std::string::npos);
  // It is handed on: lane 1 reads what lane 2 has of nobody.
  const std::string twice = down + "shfl.sync.down.b32 %r4, %r3, 1, 31, -1;\n";
  CHECK(always(twice + first, 3, "0:r0=12"));
  CHECK(complaint(twice + "setp.eq.s32 %p1, %r1, 1;\n@%p1 st.u32 [%rd3], %r4;\n", 3)
            .find("'%r4' is undefined") != std::string::npos);
  CHECK(always(down + "mov.u32 %r3, 7;\n" + tell, 2, "0:r0=7 /\\ 1:r0=7"));
}

TEST_CASE("warp: who uses what a lane outside of the exchange would give goes wrong",
          "[kernel][warp]") {
  const std::string lower = value + "setp.lt.s32 %p1, %r1, 2;\n@!%p1 bra done;\n";
  const std::string other = lower + "shfl.sync.idx.b32 %r3, %r2, 3, 31, 3;\n";
  CHECK(misuses(other + tell + "done:\n", 4) ==
        "0: a value is used that comes from a lane outside of the exchange (%r3)\n"
        "1: a value is used that comes from a lane outside of the exchange (%r3)\n");
  CHECK(misuses(other + "mov.u32 %r3, 7;\n" + tell + "done:\n", 4).empty());
  // A launch that nobody said is no fault of the kernel.
  kernel::Launch chosen = warp_launch(4, "");
  chosen.chosen = true;
  std::string said;
  try {
    kernel::read_launched(module_text(other + tell + "done:\n"), "k.ptx", chosen);
  } catch (const InputError& error) {
    said = error.what();
  }
  CHECK(said.find("a lane which is not launched") != std::string::npos);
}

TEST_CASE("warp: votes", "[kernel][warp]") {
  const auto vote = [](const std::string& what, const std::string& expected) {
    CAPTURE(what);
    CHECK(always(loaded + "vote.sync." + what + ";\n" + tell_predicate, 4, expected));
  };
  vote("any.pred %p2, %p1, -1", "0:r1=1 /\\ 3:r1=1");
  vote("all.pred %p2, %p1, -1", "0:r1=0 /\\ 3:r1=0");
  vote("uni.pred %p2, %p1, -1", "0:r1=0 /\\ 3:r1=0");
  CHECK(always(loaded + "vote.sync.ballot.b32 %r3, %p1, -1;\n" + tell, 4, "0:r0=5 /\\ 3:r0=5"));
  CHECK(always(loaded + "vote.sync.ballot.b32 %r3, !%p1, -1;\n" + tell, 4, "0:r0=10 /\\ 3:r0=10"));
  const std::string large = loaded + "setp.lt.s32 %p1, %r2, 9;\n";
  CHECK(always(large + "vote.sync.all.pred %p2, %p1, -1;\n" + tell_predicate, 4, "2:r1=1"));
  CHECK(always(large + "vote.sync.uni.pred %p2, !%p1, -1;\n" + tell_predicate, 4, "2:r1=1"));
}

TEST_CASE("warp: matches", "[kernel][warp]") {
  CHECK(always(loaded + "match.any.sync.b32 %r3, %r2, -1;\n" + tell, 4,
               "0:r0=5 /\\ 1:r0=2 /\\ 2:r0=5 /\\ 3:r0=8"));
  CHECK(always(loaded + "match.all.sync.b32 %r3|%p2, %r2, -1;\n" + tell + tell_predicate, 4,
               "0:r0=0 /\\ 0:r1=0 /\\ 3:r0=0"));
  CHECK(always(loaded + "match.all.sync.b32 %r3|%p2, 6, -1;\n" + tell + tell_predicate, 4,
               "0:r0=15 /\\ 0:r1=1 /\\ 3:r0=15"));
}

TEST_CASE("warp: reductions", "[kernel][warp]") {
  const auto reduced = [](const std::string& operation, const std::string& result) {
    CAPTURE(operation);
    CHECK(
        always(loaded + "sub.s32 %r2, %r2, 1;\nredux.sync." + operation + " %r3, %r2, -1;\n" + tell,
               4, "0:r0=" + result + " /\\ 3:r0=" + result));
  };
  reduced("add.s32", "3");  // of 2, 0, 2, -1
  reduced("min.s32", "-1");
  reduced("min.u32", "0");
  reduced("max.s32", "2");
  reduced("max.u32", "-1");
  reduced("or.b32", "-1");
  reduced("and.b32", "0");
  reduced("xor.b32", "-1");
}

TEST_CASE("warp: one lane is elected", "[kernel][warp]") {
  CHECK(always(lane + "elect.sync %r3|%p2, -1;\n" + tell + tell_predicate, 3,
               "0:r0=0 /\\ 2:r0=0 /\\ 0:r1=1 /\\ 1:r1=0"));
  const std::string last = lane + "setp.eq.s32 %p1, %r1, 0;\n@%p1 ret;\n";
  CHECK(always(last + "elect.sync %r3|%p2, 6;\n" + tell + tell_predicate, 3,
               "1:r0=1 /\\ 1:r1=1 /\\ 2:r1=0"));
}

TEST_CASE("warp: activemask has the lanes that come", "[kernel][warp]") {
  CHECK(always(lane + "activemask.b32 %r3;\n" + tell, 3, "0:r0=7 /\\ 2:r0=7"));
  CHECK(always(lane + "setp.eq.s32 %p1, %r1, 1;\n@%p1 ret;\nactivemask.b32 %r3;\n" + tell, 3,
               "0:r0=5 /\\ 2:r0=5"));
  // One of two lanes comes, whichever adds first.
  CHECK(
      always("atom.global.add.u32 %r1, [%rd2], 1;\nsetp.ne.s32 %p1, %r1, 0;\n@%p1 ret;\n"
             "activemask.b32 %r3;\n" +
                 tell,
             2, "(0:r0=1 /\\ 1:r0=0) \\/ (0:r0=0 /\\ 1:r0=2)"));
}

TEST_CASE("warp: a mask that is known at run time", "[kernel][warp]") {
  const std::string mask = loaded + "vote.sync.ballot.b32 %r5, %p1, -1;\n@!%p1 ret;\n";  // 0b101
  CHECK(always(mask + "vote.sync.ballot.b32 %r3, %p1, %r5;\n" + tell, 3, "0:r0=5 /\\ 2:r0=5"));
  CHECK(always(mask + "redux.sync.add.s32 %r3, %r2, %r5;\n" + tell, 3, "0:r0=6 /\\ 2:r0=6"));
  CHECK(always(mask + "shfl.sync.idx.b32 %r3, %r1, 2, 31, %r5;\n" + tell, 3, "0:r0=2 /\\ 2:r0=2"));
}

TEST_CASE("warp: lanes with one mask meet, and no others", "[kernel][warp]") {
  // Lanes 0 and 2 have x = 3, lanes 1 and 3 have not: each is of the mask that it names.
  const std::string both = loaded +
                           "vote.sync.ballot.b32 %r5, %p1, -1;\nxor.b32 %r6, %r5, 15;\n"
                           "selp.b32 %r5, %r5, %r6, %p1;\n";
  CHECK(always(both + "redux.sync.add.s32 %r3, %r2, %r5;\n" + tell, 4,
               "0:r0=6 /\\ 1:r0=1 /\\ 2:r0=6 /\\ 3:r0=1"));
}

TEST_CASE("warp: a mask known at run time that names another lane, or nobody, is misuse",
          "[kernel][warp]") {
  const std::string mask = loaded + "vote.sync.ballot.b32 %r5, %p1, -1;\n";  // 0b101
  CHECK(misuses(mask + "bar.warp.sync %r5;\n", 2) ==
        "1: the mask does not name lane 1, which executes it\n");
  CHECK(misuses(mask + "@!%p1 ret;\nbar.warp.sync %r5;\n", 4).empty());
  CHECK(misuses(loaded + "or.b32 %r5, %r2, 8;\nbar.warp.sync %r5;\n", 1) ==
        "0: the mask names lanes that the block does not have\n");
  CHECK(misuses(lane + "shfl.sync.down.b32 %r5, %r1, 1, 31, -1;\nbar.warp.sync %r5;\n", 1) ==
        "0: the mask is undefined: it comes from a lane that is not there\n");
  CHECK(misuses(loaded + "or.b32 %r5, %r2, -1;\nbar.warp.sync %r5;\n", 1).empty());
}

TEST_CASE("warp: a lane that a mask names at run time is waited for until it ends",
          "[kernel][warp]") {
  const std::string mask = loaded + "or.b32 %r5, %r2, 3;\nsetp.eq.s32 %p2, %r1, 0;\n";  // 3
  const std::string wait = "$wait: bar.warp.sync %r5;\nst.relaxed.cta.u32 [%rd2], 1;\n";
  CHECK(always(mask + "@%p2 bra $wait;\nret;\n" + wait, 2, "y=1"));
  const std::string spin =
      "$spin: ld.relaxed.cta.u32 %r6, [%rd2];\nsetp.eq.s32 %p3, %r6, 0;\n@%p3 bra $spin;\nret;\n";
  CHECK(explored(warp_test(mask + "@%p2 bra $wait;\n" + spin + wait, 2)).outcomes.empty());
}

TEST_CASE("warp: lanes add together, and one of them tells the others", "[kernel][warp]") {
  // Only the leader writes the register that all of them give.
  const std::string body = loaded +
                           "@!%p1 ret;\nactivemask.b32 %r3;\n"
                           "brev.b32 %r4, %r3; clz.b32 %r4, %r4; popc.b32 %r5, %r3;\n"
                           "setp.ne.s32 %p2, %r1, %r4;\n@%p2 bra $told;\n"
                           "atom.global.add.u32 %r6, [%rd2], %r5;\n"
                           "$told: shfl.sync.idx.b32 %r7, %r6, %r4, 31, %r3;\n"
                           "add.s32 %r3, %r7, 20;\n" +
                           tell;
  CHECK(always(body, 4, "y=2 /\\ 0:r0=20 /\\ 1:r0=0 /\\ 2:r0=20 /\\ 3:r0=0"));
}

TEST_CASE("warp: bar.warp.sync orders memory among its lanes", "[kernel][warp]") {
  const std::string write = lane +
                            "mul.wide.u32 %rd4, %r1, 4; add.s64 %rd5, %rd1, %rd4;\n"
                            "xor.b32 %r2, %r1, 1; mul.wide.u32 %rd6, %r2, 4;\n"
                            "add.s64 %rd7, %rd1, %rd6; st.global.u32 [%rd5], 7;\n";
  const std::string read = "ld.global.u32 %r3, [%rd7];\n" + tell;
  CHECK(always(write + "bar.warp.sync -1;\n" + read, 2, "0:r0=7 /\\ 1:r0=7"));
  CHECK(always(write + "bar.warp.sync 3;\n" + read, 2, "0:r0=7 /\\ 1:r0=7"));
  CHECK(reached(warp_test(write + read, 2, "exists (1:r0=3)")));
  // Barriers of other lanes are others.
  CHECK(reached(warp_test(write + "shl.b32 %r4, 1, %r1;\nbar.warp.sync %r4;\n" + read, 2,
                          "exists (1:r0=3)")));
}

TEST_CASE("warp: lanes are waited for until they end", "[kernel][warp]") {
  // Lane 1 waits for what lane 0 does behind the barrier: on a GPU, too, for ever.
  const std::string body = lane +
                           "setp.eq.s32 %p1, %r1, 0;\n@%p1 bra $wait;\n"
                           "$spin: ld.relaxed.cta.u32 %r2, [%rd2];\nsetp.eq.s32 %p2, %r2, 0;\n"
                           "@%p2 bra $spin;\nret;\n"
                           "$wait: bar.warp.sync 3;\nst.relaxed.cta.u32 [%rd2], 1;\n";
  CHECK(explored(warp_test(body, 2)).outcomes.empty());
  const std::string other = lane +
                            "setp.eq.s32 %p1, %r1, 0;\n@%p1 bra $wait;\nret;\n"
                            "$wait: bar.warp.sync 3;\nst.relaxed.cta.u32 [%rd2], 1;\n";
  CHECK(always(other, 2, "y=1"));
}

TEST_CASE("warp: a wrong mask is a bug of the kernel", "[kernel][warp]") {
  const auto misuse = [](const std::string& body, std::uint32_t threads) -> std::string {
    const kernel::LaunchedKernel launched =
        kernel::read_launched(module_text(body), "k.ptx", warp_launch(threads, "exists (y=0)"));
    if (launched.facts.assertions.empty()) return "";
    CHECK(launched.facts.assertions.front().kind == kernel::StopKind::misuse);
    return launched.facts.assertions.front().text;
  };
  CHECK(misuse("bar.warp.sync 15;", 3) ==
        "the mask 0xf names lane 3, which the block does not have");
  CHECK(misuse("bar.warp.sync 6;", 3) == "the mask 0x6 does not name lane 0, which executes it");
  CHECK(misuse("bar.warp.sync 7;", 3).empty());
  CHECK(misuse("bar.warp.sync -1;", 3).empty());
}

TEST_CASE("warp: mailboxes are not shown", "[kernel][warp]") {
  kernel::Launch how = warp_launch(2, "");
  const Test test = kernel_test(
      loaded + "vote.sync.ballot.b32 %r3, %p1, -1;\n" + tell + "st.global.u32 [%rd2], 1;\n", how);
  CHECK(test.program.locations.size() > 3);
  CHECK(test.shown == 1);
}

TEST_CASE("warp: barriers of a CTA count predicates", "[kernel][warp]") {
  CHECK(always(loaded + "bar.red.popc.u32 %r3, 0, %p1;\n" + tell, 4, "0:r0=2 /\\ 3:r0=2"));
  CHECK(always(loaded + "barrier.cta.red.popc.aligned.u32 %r3, 1, !%p1;\n" + tell, 3,
               "0:r0=1 /\\ 2:r0=1"));
  const auto predicate = [](const std::string& what, const std::string& expected) {
    CAPTURE(what);
    CHECK(always(loaded + "bar.red." + what + ";\n" + tell_predicate, 4, expected));
  };
  predicate("or.pred %p2, 0, %p1", "0:r1=1 /\\ 3:r1=1");
  predicate("and.pred %p2, 0, %p1", "0:r1=0 /\\ 3:r1=0");
  predicate("and.pred %p2, 0, 1", "0:r1=1 /\\ 3:r1=1");
}

TEST_CASE("warp: a number of threads stands for the launched part of warps", "[kernel][warp]") {
  kernel::Launch how = warp_launch(64, "exists (y=0)");
  for (const std::uint32_t thread : {0U, 1U, 32U, 33U}) {
    how.grids[0].threads.push_back({{0, 0, 0}, {thread, 0, 0}, {}, {}, {}});
  }
  CHECK(spelled(kernel_test("bar.sync 1, 64;", how)).front() == "bar.cta.sync.aligned 0, 1, 4");
  CHECK(spelled(kernel_test("bar.sync 1, 32;", how)).front() == "bar.cta.sync.aligned 0, 1, 2");
  how.grids[0].threads.pop_back();
  CHECK(spelled(kernel_test("bar.sync 1, 64;", how)).front() == "bar.cta.sync.aligned 0, 1, 3");
  CHECK_THROWS_AS(kernel_test("bar.sync 1, 32;", how), InputError);
}

TEST_CASE("warp: malformed instructions are refused", "[kernel][warp]") {
  const auto refused = [](const std::string& body, const std::string& says) {
    CAPTURE(body);
    CHECK(complaint(lane + "setp.eq.s32 %p1, %r1, 0;\n" + body, 2).find(says) != std::string::npos);
  };
  refused("shfl.sync.b32 %r2, %r1, 0, 31, -1;", "no mode");
  refused("shfl.sync.idx.down.b32 %r2, %r1, 0, 31, -1;", "two modes");
  refused("shfl.idx.b32 %r2, %r1, 0, 31, -1;", "without .sync");
  refused("shfl.sync.idx.b32 %r2, %r1, 0, 31;", "has 5 operands, found 4");
  refused("shfl.sync.idx.b64 %r2, %r1, 0, 31, -1;", "type .b32");
  refused("vote.sync.pred %p2, %p1, -1;", ".all, .any, .uni or .ballot");
  refused("vote.sync.some.pred %p2, %p1, -1;", "no modifier");
  refused("match.any.sync.b32 %r2, %r1;", "has 3 operands");
  refused("redux.sync.add.b32 %r2, %r1, -1;", "redux.sync is");
  refused("elect.sync %r2, -1;", "has 3 operands");
  refused("activemask.b32 %r2, %r1;", "has 1 operands");
  refused("bar.warp.sync;", "has 1 operands");
  refused("bar.red.popc.pred %p2, 0, %p1;", "is .popc.u32, .and.pred or .or.pred");
  refused("bar.red.or.pred %p2, 0;", "3 or 4 operands");
  refused("bar.red.sync.or.pred %p2, 0, %p1;", "both of two things");
}

}  // namespace opexplore::testing
