// Values that were never written: who uses one goes wrong there; who only moves it along does not.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "litmus/input/input_error.hpp"
#include "litmus/kernels/kernel.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/kernel_launch.hpp"

namespace opexplore::testing {

namespace {

// Of the stops, what is wrong: "a value is used that was never written (%r1)".
std::vector<std::string> mistakes(const std::string& body) {
  const kernel::LaunchedKernel launched =
      kernel::read_launched(module_text(body), "k.ptx", usual_launch());
  std::vector<std::string> texts;
  for (const kernel::Assertion& assertion : launched.facts.assertions) {
    CHECK(assertion.kind == kernel::StopKind::misuse);
    texts.push_back(assertion.text);
  }
  return texts;
}

const std::vector<std::string> none;

std::vector<std::string> of(const std::string& reg) {
  return {"a value is used that was never written (" + reg + ")"};
}

}  // namespace

TEST_CASE("kernel: a value that was never written is stored, chooses a way or an address",
          "[kernel][unwritten]") {
  CHECK(mistakes("st.u32 [%rd1], %r1;") == of("%r1"));
  CHECK(mistakes("ld.u32 %r1, [%rd5];") == of("%rd5"));
  CHECK(mistakes("@%p1 bra OVER;\nst.u32 [%rd1], 1;\nOVER:") == of("%p1"));
  CHECK(mistakes("atom.add.u32 %r1, [%rd1], %r2;") == of("%r2"));
  CHECK(mistakes("mov.u32 %r2, %r1;\nadd.s32 %r3, %r2, 1;\nst.u32 [%rd1], %r3;") == of("%r3"));
}

TEST_CASE("kernel: a value that was never written, and is moved about, is no mistake",
          "[kernel][unwritten]") {
  CHECK(mistakes("mov.u32 %r2, %r1;\nadd.s32 %r3, %r2, 1;\nst.u32 [%rd1], 1;") == none);
  CHECK(mistakes("mov.u32 %r2, %r1;\nmov.u32 %r2, 5;\nst.u32 [%rd1], %r2;") == none);
}

TEST_CASE("kernel: what is the same whatever an unwritten value is, is known",
          "[kernel][unwritten]") {
  const std::string stores = "\nst.u32 [%rd1], %r3;";
  CHECK(mistakes("and.b32 %r3, %r1, 0;" + stores) == none);
  CHECK(mistakes("or.b32 %r3, -1, %r1;" + stores) == none);
  CHECK(mistakes("and.b32 %r3, %r1, 1;" + stores).empty() == false);
  const std::string second = "mov.u32 %r2, 7;\nmov.u32 %r4, 0;\nsetp.ne.s32 %p1, %r4, 0;\n";
  CHECK(mistakes(second + "selp.b32 %r3, %r1, %r2, %p1;" + stores) == none);
  CHECK(mistakes(second + "selp.b32 %r3, %r2, %r1, %p1;" + stores) == of("%r3"));
}

TEST_CASE("kernel: what may not depend on an unwritten value is no mistake of the kernel",
          "[kernel][unwritten]") {
  const std::string body = "ld.u32 %r2, [%rd1];\nand.b32 %r3, %r1, %r2;\nst.u32 [%rd2], %r3;";
  CHECK_THROWS_WITH(mistakes(body), Catch::Contains("not modelled") &&
                                        Catch::Contains("give each variable a value"));
}

TEST_CASE("kernel: only the way on which nothing was written is wrong", "[kernel][unwritten]") {
  const std::string body =
      "ld.u32 %r2, [%rd1];\nsetp.eq.s32 %p1, %r2, 0;\n@%p1 bra OVER;\nmov.u32 %r3, 4;\nOVER:\n"
      "st.u32 [%rd2], %r3;";
  CHECK(mistakes(body) == of("%r3"));
  const kernel::LaunchedKernel launched =
      kernel::read_launched(module_text(body), "k.ptx", usual_launch());
  const std::vector<std::string> lines = spelled(launched.test);
  CHECK(std::ranges::count(lines, "st.weak y, 4") == 1);
}

}  // namespace opexplore::testing
