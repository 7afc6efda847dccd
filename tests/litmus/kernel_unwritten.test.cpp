// What a launch makes nothing of: loads of memory that nobody writes, threads that do nothing.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "tests/catch.hpp"
#include "tests/litmus/kernel_launch.hpp"
#include "tests/litmus/kernel_outcomes.hpp"

using namespace opexplore;
using namespace opexplore::testing;
using kernel::Buffer;

namespace {

kernel::Launch knowing(std::vector<Value> x) {
  const auto count = static_cast<std::uint32_t>(x.size());
  kernel::Launch how = launch(grid("k", {1, 1, 1}, {1, 1, 1},
                                   {{"px", Buffer{"x", count, 4, std::move(x)}},
                                    {"py", Buffer{"y", 2, 4, {}}},
                                    {"pout", kernel::Results{{"r0", "r1"}, 4}}}),
                              "locations [ 0:r0; y[0]; ]");
  how.knows_unwritten = true;
  return how;
}

bool loads(const Code& lines, const std::string& location) {
  return std::ranges::any_of(lines, [&](const std::string& line) {
    return line.starts_with("ld.") && line.find(location) != std::string::npos;
  });
}

/// Adds up x[1] to x[x[0]].
const std::string sum =
    "ld.global.u32 %r1, [%rd1];\nmov.b32 %r2, 0;\nmov.b32 %r3, 0;\n"
    "again: setp.ge.s32 %p1, %r2, %r1;\n@%p1 bra done;\nadd.s64 %rd1, %rd1, 4;\n"
    "ld.global.u32 %r4, [%rd1];\nadd.s32 %r3, %r3, %r4;\nadd.s32 %r2, %r2, 1;\nbra again;\n"
    "done: st.global.u32 [%rd3], %r3;\n";

}  // namespace

TEST_CASE("kernel unwritten: bounds and elements are known", "[kernel]") {
  CHECK(spelled(kernel_test(sum, knowing({3, 5, 6, 7}))) == Code{"mov.s32 r0, 18"});
  kernel::Launch unknowing = knowing({3, 5, 6, 7});
  unknowing.knows_unwritten = false;
  CHECK(loads(spelled(kernel_test(sum, unknowing)), "x_0"));
}

TEST_CASE("kernel unwritten: a loop of known turns goes on to its end", "[kernel]") {
  std::vector<Value> x(201, 1);
  x[0] = 200;
  CHECK(spelled(kernel_test(sum, knowing(x))) == Code{"mov.s32 r0, 200"});
}

TEST_CASE("kernel unwritten: who writes it, writes it", "[kernel]") {
  // Behind the load, by an atomic, by an address that is known only when the program runs.
  for (const std::string write :
       {"st.global.u32 [%rd1+4], 9;", "red.global.add.u32 [%rd1], 1;",
        "ld.volatile.global.u32 %r8, [%rd2];\nmul.wide.u32 %rd4, %r8, 4;\n"
        "add.s64 %rd4, %rd1, %rd4;\nst.global.u32 [%rd4], 9;"}) {
    CAPTURE(write);
    const Test test = kernel_test(
        "ld.global.u32 %r1, [%rd1];\nst.global.u32 [%rd3], %r1;\n" + write, knowing({3, 5}));
    CHECK(loads(spelled(test), "x_0"));
  }
}

TEST_CASE("kernel unwritten: another thread's stores count", "[kernel]") {
  kernel::Launch how = knowing({3});
  how.grids[0].blocks = {2, 1, 1};
  const Test test = kernel_test(
      "ld.global.u32 %r1, [%rd1];\nst.global.u32 [%rd2], %r1;\nmov.u32 %r2, %ctaid.x;\n"
      "setp.eq.s32 %p1, %r2, 0;\n@%p1 bra over;\nst.global.u32 [%rd1], 4;\nover:",
      how);
  CHECK(loads(spelled(test, 0), "x"));
  CHECK(loads(spelled(test, 1), "x"));
}

TEST_CASE("kernel unwritten: strong loads stay, so that a loop of them is one", "[kernel]") {
  const Test test = kernel_test(
      "again: ld.volatile.global.u32 %r1, [%rd1];\nsetp.eq.s32 %p1, %r1, 0;\n@%p1 bra again;\n",
      knowing({0}));
  CHECK(loads(spelled(test), "x"));
}

TEST_CASE("kernel unwritten: what is to be shown is a location", "[kernel]") {
  kernel::Launch how = knowing({3});
  how.question.clear();
  how.shown = {"x"};
  const Test test = kernel_test("ld.global.u32 %r1, [%rd1];\nst.global.u32 [%rd2], %r1;", how);
  CHECK(loads(spelled(test), "x"));
}

TEST_CASE("kernel: of many threads those that do something run", "[kernel]") {
  const std::string body =
      "mov.u32 %r1, %tid.x;\nand.b32 %r1, %r1, 31;\nsetp.ne.s32 %p1, %r1, 0;\n"
      "@%p1 bra over;\nst.global.u32 [%rd1], 1;\nover:";
  kernel::Launch how = knowing({0});
  how.grids[0].blocks = {2, 1, 1};
  how.grids[0].threads_per_block = {33, 1, 1};
  const kernel::LaunchedKernel found = kernel::read_launched(module_text(body), "k.ptx", how);
  CHECK(found.test.program.threads.size() == 4);
  CHECK(found.test.program.threads[1].label == "block 0, thread 32");
  CHECK(found.test.program.threads[1].warp == 1);
  CHECK(found.test.program.threads[2].cta == 1);
  REQUIRE(found.facts.notes.size() == 1);
  CHECK(found.facts.notes[0].text == "62 of the 66 threads do nothing, and are left out");
  // Who may be waited for is not left out.
  CHECK_THROWS_WITH(kernel_test("bar.warp.sync -1;\n" + body, how),
                    Catch::Contains("66 threads: the limit is 64"));
}
