// Clocks, pauses, and special registers of kernels.
#include <map>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/litmus/kernel_launch.hpp"
#include "tests/litmus/kernel_outcomes.hpp"

using namespace opexplore;
using namespace opexplore::testing;
using kernel::Buffer;

namespace {

/// What the special register holds in that thread of a grid of 3 blocks of 40 threads.
Value special(const std::string& name, kernel::Triple block, kernel::Triple thread) {
  kernel::Launch how = usual_launch();
  how.grids[0].blocks = {3, 1, 1};
  how.grids[0].threads_per_block = {40, 1, 1};
  how.grids[0].threads = {{block, thread, {}, {}, {}}};
  const Test test = kernel_test("mov.b32 %r1, " + name + "; st.u32 [%rd1], %r1;", how);
  const auto* const store = std::get_if<Store>(&test.program.threads[0].instructions[0].action);
  REQUIRE(store != nullptr);
  return std::get<Value>(store->value);
}

}  // namespace

TEST_CASE("kernel time: a wait that backs off is the loop alone", "[kernel][time]") {
  const std::string tries =
      "$L: ld.relaxed.gpu.u32 %r1, [%rd1];\n"
      "setp.ne.s32 %p1, %r1, 0; @%p1 bra $done;\n";
  const Code plain = spelled(kernel_test(tries + "bra $L; $done: st.u32 [%rd2], 1;"));
  const std::vector<std::string> pauses = {
      "nanosleep.u32 100;", "nanosleep.u32 %r3; min.u32 %r3, %r3, 256; shl.b32 %r3, %r3, 1;",
      // What libcu++ does: 16 quick tries, then pauses that grow with the time that has passed.
      "setp.lt.s32 %p2, %r3, 16; @%p2 bra $quick; mov.u64 %rd5, %globaltimer;\n"
      "sub.s64 %rd6, %rd5, %rd4; setp.lt.s64 %p3, %rd6, 40000; @%p3 bra $go;\n"
      "shr.u64 %rd7, %rd6, 2; cvt.u32.u64 %r4, %rd7; nanosleep.u32 %r4; bra $go;\n"
      "$quick: add.s32 %r3, %r3, 1; $go:",
      // Until a clock says so.
      "mov.u64 %rd5, %clock64; $wait: mov.u64 %rd6, %clock64; sub.s64 %rd7, %rd6, %rd5;\n"
      "setp.lt.s64 %p2, %rd7, 500; @%p2 bra $wait;"};
  for (const std::string& pause : pauses) {
    CAPTURE(pause);
    CHECK(spelled(kernel_test("mov.u32 %r3, 0; mov.u64 %rd4, %globaltimer;\n" + tries + pause +
                              " bra $L; $done: st.u32 [%rd2], 1;")) == plain);
  }
}

TEST_CASE("kernel time: what a pause shares with the rest stays", "[kernel][time]") {
  // The counter is stored.
  const std::string counting =
      "mov.u32 %r3, 0; $L: ld.relaxed.gpu.u32 %r1, [%rd1]; nanosleep.u32 %r3;\n"
      "add.s32 %r3, %r3, 1; setp.lt.s32 %p1, %r3, 3; @%p1 bra $L; st.u32 [%rd2], %r3;";
  CHECK(spelled(kernel_test(counting)).back() == "st.weak y, 3");
  CHECK(spelled(kernel_test(counting)).size() == 4);
  // A jump that a load decides orders what follows, whatever lies between.
  const Code dependent = spelled(kernel_test(
      "ld.relaxed.gpu.u32 %r1, [%rd1]; setp.eq.s32 %p1, %r1, 0; @%p1 bra $over; nanosleep.u32 9;\n"
      "$over: st.relaxed.gpu.u32 [%rd2], 1;"));
  REQUIRE(dependent.size() == 4);
  CHECK(dependent[2].starts_with("bne p1, 0"));
}

TEST_CASE("kernel time: a time that is stored is taken for 0, and a note says so",
          "[kernel][time]") {
  const std::string module = module_text(
      "mov.u64 %rd4, %clock64; mov.u32 %r1, %clock; add.u32 %r2, %r1, 5;\n"
      "mov.u64 %rd5, %globaltimer; sub.u64 %rd6, %rd5, %rd4; cvt.u32.u64 %r3, %rd6;\n"
      "st.u32 [%rd1], %r2; st.u32 [%rd2], %r3;");
  const kernel::LaunchedKernel read =
      kernel::read_launched(module, "k.ptx", usual_launch(1, "exists (true)"));
  CHECK(spelled(read.test) == Code{"st.weak x, 0", "st.weak y, 0"});
  REQUIRE(read.facts.notes.size() == 1);
  CHECK(read.facts.notes[0].text == "times that are stored or passed on are taken for 0");
  CHECK_THROWS_WITH(
      kernel::read_launched(module, "k.ptx", usual_launch(1, "exists (y=0)")),
      Catch::Contains(
          "the final value of y, since line 15 of the PTX passes on what a clock says"));
}

TEST_CASE("kernel time: a way that time alone decides is refused", "[kernel][time]") {
  CHECK_THROWS_WITH(
      kernel_test("mov.u32 %r1, %clock; setp.gt.u32 %p1, %r1, 9; @%p1 bra $over;\n"
                  "st.u32 [%rd1], 1; $over:"),
      Catch::Contains("k.ptx:13:") && Catch::Contains("a way that time alone decides"));
  CHECK_THROWS_WITH(kernel_test("mov.u64 %rd4, %clock64; add.u64 %rd5, %rd4, %rd1;\n"
                                "ld.u32 %r1, [%rd5]; st.u32 [%rd2], %r1;"),
                    Catch::Contains("an address that depends on time"));
}

TEST_CASE("kernel: special registers", "[kernel][special]") {
  const kernel::Triple block{2, 0, 0};
  const kernel::Triple thread{35, 0, 0};
  const std::map<std::string, Value> all = {{"%tid.x", 35},
                                            {"%ntid.x", 40},
                                            {"%ctaid.x", 2},
                                            {"%nctaid.x", 3},
                                            {"%laneid", 3},
                                            {"%warpid", 1},
                                            {"%nwarpid", 2},
                                            {"%smid", 2},
                                            {"%nsmid", 3},
                                            {"%gridid", 0},
                                            {"%lanemask_eq", 8},
                                            {"%lanemask_lt", 7},
                                            {"%lanemask_le", 15},
                                            {"%lanemask_gt", -16},
                                            {"%lanemask_ge", -8},
                                            {"%clusterid.x", 2},
                                            {"%nclusterid.x", 3},
                                            {"%cluster_ctaid.x", 0},
                                            {"%cluster_nctaid.x", 1},
                                            {"%cluster_ctarank", 0},
                                            {"%cluster_nctarank", 1}};
  for (const auto& [name, value] : all) {
    CAPTURE(name);
    CHECK(special(name, block, thread) == value);
  }
  CHECK(special("%lanemask_gt", {}, {31, 0, 0}) == 0);
  CHECK(special("%lanemask_le", {}, {31, 0, 0}) == -1);
  CHECK_THROWS_WITH(kernel_test("mov.u32 %r1, %envreg7;"), Catch::Contains("'%envreg7'"));
  CHECK_THROWS_WITH(kernel_test("mov.u32 %r1, %tid.w;"), Catch::Contains("'%tid.w'"));
}

TEST_CASE("kernel: grid.sync of cooperative groups waits for all blocks", "[kernel][grid]") {
  const auto wrong = [](kernel::Triple blocks, kernel::Triple threads) {
    const std::uint32_t count = blocks.x * threads.x;
    const Test test = kernel::read_kernel(
        recorded("grid_sync.sm_90.ptx"), "grid_sync.ptx",
        launch(grid("turn", blocks, threads,
                    {{"0", Buffer{"data", count, 4, {}}}, {"1", Buffer{"out", count, 4, {}}}}),
               count == 2 ? "exists (out[0]!=2 \\/ out[1]!=1)"
                          : "exists (out[0]!=4 \\/ out[1]!=3 \\/ out[2]!=2 \\/ out[3]!=1)"));
    return reached(test);
  };
  CHECK_FALSE(wrong({2, 1, 1}, {1, 1, 1}));
  CHECK_FALSE(wrong({2, 1, 1}, {2, 1, 1}));
}

TEST_CASE("kernel: the halves of an address are put together again", "[kernel][grid]") {
  const std::string load = "ld.u32 %r3, [%rd5+4]; st.u32 [%rd2], %r3;";
  const Code expected = {"ld.weak r2, x_1", "st.weak y, r2"};
  const kernel::Launch how = usual_launch(1, "locations [ x[1]; ]");
  CHECK(spelled(kernel_test("mov.b64 {%r1, %r2}, %rd1; mov.b64 %rd5, {%r1, %r2};" + load, how)) ==
        expected);
  CHECK(spelled(kernel_test("mov.b64 {%r1, %r2}, %rd1; cvt.u64.u32 %rd6, %r1;\n"
                            "cvt.u64.u32 %rd7, %r2; bfi.b64 %rd5, %rd7, %rd6, 32, 32;" +
                                load,
                            how)) == expected);
}

TEST_CASE("kernel time: waits of libcu++ end when they may, in few states", "[kernel][time]") {
  struct Wait {
    std::string kernel;
    std::string prepare;
    Value out;
  };
  const std::vector<Wait> all = {{"notified", "", 42},
                                 {"binary", "prepare_binary", 2},
                                 {"counting", "prepare_counting", 2},
                                 {"latched", "prepare_latch", 42},
                                 {"barred", "prepare_barrier", 42}};
  for (const Wait& wait : all) {
    CAPTURE(wait.kernel);
    kernel::Launch how =
        launch(grid(wait.kernel, {2, 1, 1}, {1, 1, 1},
                    {buffer("0", "wait"), buffer("1", "data"), buffer("2", "out")}),
               "exists (out!=" + std::to_string(wait.out) + ")");
    if (!wait.prepare.empty()) how.setup = kernel::Setup{wait.prepare, {}};
    const Test test = kernel::read_kernel(recorded("waits.sm_90.ptx"), "waits.ptx", how);
    const Answer report = explored(test);
    CHECK(report.statistics.states < 500);
    REQUIRE_FALSE(report.outcomes.empty());
    CHECK_FALSE(reached(test));
  }
}
