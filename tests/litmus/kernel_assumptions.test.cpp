// What reports say that a verdict rests on: memory that is read, and that nobody has said or
// written anything about.
#include <algorithm>
#include <string>
#include <vector>

#include "litmus/kernels/kernel.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/kernel_launch.hpp"

namespace opexplore::testing {

namespace {

using What = kernel::Assumption::What;
using Assumptions = std::vector<kernel::Assumption>;

kernel::Launch block_of(std::uint32_t threads) {
  kernel::Launch how = usual_launch();
  how.grids[0].threads_per_block = {threads, 1, 1};
  return how;
}

Assumptions assumed(const std::string& body, const kernel::Launch& how = usual_launch()) {
  return kernel::read_launched(module_text(body), "k.ptx", how).facts.assumed;
}

const Assumptions nothing;
const Assumptions x_is_read = {{What::zeros, "x"}, {What::size, "x"}};

}  // namespace

TEST_CASE("kernel: what is read and not given is assumed", "[kernel][assumptions]") {
  CHECK(assumed("ld.u32 %r1, [%rd1];\nst.u32 [%rd2], %r1;") == x_is_read);
  CHECK(assumed("atom.add.u32 %r1, [%rd1], 1;") == x_is_read);
  CHECK(assumed("red.add.u32 [%rd1], 1;") == x_is_read);
  CHECK(assumed("st.u32 [%rd1], 1;\nst.u32 [%rd2], 1;") == nothing);
  // Of what no thread writes nothing else may be left.
  kernel::Launch knowing = usual_launch();
  knowing.knows_unwritten = true;
  CHECK(assumed("ld.u32 %r1, [%rd1];\nst.u32 [%rd2], %r1;", knowing) == x_is_read);
}

TEST_CASE("kernel: what the launch gives is not assumed", "[kernel][assumptions]") {
  kernel::Launch how = usual_launch();
  how.grids[0].parameters[0] = {"px", kernel::Buffer{"x", 1, std::nullopt, {7}}};
  CHECK(assumed("ld.u32 %r1, [%rd1];\nst.u32 [%rd2], %r1;", how) == nothing);
  how.grids[0].parameters[0] = {"px", kernel::Buffer{"x", 1, std::nullopt, {}}};
  CHECK(assumed("ld.u32 %r1, [%rd1];\nst.u32 [%rd2], %r1;", how) ==
        Assumptions{{What::zeros, "x"}});
}

TEST_CASE("kernel: what a thread has written before it reads is not assumed",
          "[kernel][assumptions]") {
  CHECK(assumed("st.u32 [%rd1], 5;\nld.u32 %r1, [%rd1];\nst.u32 [%rd2], %r1;") == nothing);
  // On one way alone.
  const std::string perhaps =
      "ld.u32 %r2, [%rd2];\nsetp.eq.s32 %p1, %r2, 0;\n@%p1 bra OVER;\nst.u32 [%rd1], 5;\nOVER:\n"
      "ld.u32 %r1, [%rd1];\nst.u32 [%rd2], %r1;";
  CHECK(std::ranges::count(assumed(perhaps), "x", &kernel::Assumption::name) == 2);
}

TEST_CASE("kernel: what is written in front of a barrier is not assumed behind it",
          "[kernel][assumptions]") {
  // Each of two threads writes its element of s, and reads the other's.
  const std::string begin =
      ".shared .align 4 .b32 s[2];\nmov.u32 %r1, %tid.x;\nmov.u64 %rd4, s;\n"
      "mul.wide.u32 %rd5, %r1, 4;\nadd.s64 %rd5, %rd4, %rd5;\nxor.b32 %r2, %r1, 1;\n"
      "mul.wide.u32 %rd6, %r2, 4;\nadd.s64 %rd6, %rd4, %rd6;\n";
  const std::string write = "st.shared.u32 [%rd5], %r1;\n", wait = "bar.sync 0;\n";
  const std::string read = "ld.shared.u32 %r3, [%rd6];\n";
  const Assumptions shared = {{What::zeros, "s"}};
  CHECK(assumed(begin + write + wait + read, block_of(2)) == nothing);
  CHECK(assumed(begin + write + read, block_of(2)) == shared);
  CHECK(assumed(begin + wait + write + read, block_of(2)) == shared);
  CHECK(assumed(begin + wait + write + wait + read, block_of(2)) == nothing);
  CHECK(assumed(begin + write + wait + read + wait + write, block_of(2)) == nothing);
}

TEST_CASE("kernel: an index from memory asks how large a buffer is", "[kernel][assumptions]") {
  kernel::Launch how = usual_launch();
  how.grids[0].parameters[0] = {"px", kernel::Buffer{"x", 1, std::nullopt, {1}}};
  CHECK(assumed("ld.u32 %r1, [%rd1];\nmul.wide.s32 %rd4, %r1, 4;\nadd.s64 %rd4, %rd2, %rd4;\n"
                "st.u32 [%rd4], 3;",
                how) == Assumptions{{What::size, "y"}});
}

TEST_CASE("kernel: assumptions in one sentence", "[kernel][assumptions]") {
  CHECK(kernel::sentence_of({}).empty());
  CHECK(kernel::sentence_of({{What::number, "n", 0}}) == "assumed n = 0: nobody gave it (--input)");
  CHECK(kernel::sentence_of({{What::zeros, "x"},
                             {What::size, "x"},
                             {What::zeros, "y"},
                             {What::number, "n", 3},
                             {What::uninitialised, "s"},
                             {What::length, "z", 2}}) ==
        "assumed n = 3, that `x` and `y` start as zeros, that `x` is as large as it is used, that "
        "`z` has 2 elements, that `s` is 0, as nobody initialises it: nobody gave them (--input)");
}

}  // namespace opexplore::testing
