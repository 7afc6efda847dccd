// What a branch says of a register that was compared with a known number.
#include <algorithm>
#include <string>
#include <vector>

#include "opmodel/instruction.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/kernel_launch.hpp"

namespace opexplore {
namespace {

using namespace testing;

// Whether what the thread stores in x is known when the kernel is read.
bool stores_a_number(const std::string& body) {
  const Test test = kernel_test(body + "\nst.u32 [%rd1], %r2;\nE:");
  const auto& code = test.program.threads.front().instructions;
  return std::any_of(code.begin(), code.end(), [](const Instruction& instruction) {
    const auto* const store = std::get_if<Store>(&instruction.action);
    return store != nullptr && store->value == Operand{Value{6}};
  });
}

}  // namespace

TEST_CASE("kernel branches: behind a test for equality the number is known", "[kernel][facts]") {
  const std::string drawn = "atom.add.u32 %r1, [%rd2], 1; ";
  const std::string sum = " add.s32 %r2, %r1, 5;";
  CHECK(stores_a_number(drawn + "setp.ne.s32 %p1, %r1, 1; @%p1 bra E;" + sum));
  CHECK(stores_a_number(drawn + "setp.eq.u32 %p1, %r1, 1; @!%p1 bra E;" + sum));
  CHECK(stores_a_number(drawn +
                        "mov.u32 %r3, 1; setp.ne.s32 %p1, %r1, %r3; mov.u32 %r4, 7;\n"
                        "@%p1 bra E;" +
                        sum));
  // The other side knows nothing, and neither does who compares otherwise.
  CHECK_FALSE(stores_a_number(drawn + "setp.eq.s32 %p1, %r1, 1; @%p1 bra E;" + sum));
  CHECK_FALSE(stores_a_number(drawn + "setp.lt.s32 %p1, %r1, 1; @%p1 bra E;" + sum));
  CHECK_FALSE(stores_a_number(drawn +
                              "ld.u32 %r3, [%rd1]; setp.ne.s32 %p1, %r1, %r3;\n"
                              "@%p1 bra E;" +
                              sum));
}

TEST_CASE("kernel branches: what has changed since the test is not known", "[kernel][facts]") {
  const std::string tested = "atom.add.u32 %r1, [%rd2], 1; setp.ne.s32 %p1, %r1, 1; ";
  const std::string sum = " add.s32 %r2, %r1, 5;";
  CHECK_FALSE(stores_a_number(tested + "ld.u32 %r1, [%rd2]; @%p1 bra E;" + sum));
  CHECK_FALSE(stores_a_number(tested + "setp.ne.s32 %p1, %r1, 2; @%p1 bra E;" + sum));
  // One can come to the label from elsewhere, with another result of the comparison.
  CHECK_FALSE(stores_a_number(
      "ld.u32 %r4, [%rd1]; setp.eq.s32 %p2, %r4, 3; atom.add.u32 %r1, [%rd2], 1;\n"
      "setp.ne.s32 %p1, %r1, 2; @%p2 bra L; setp.ne.s32 %p1, %r1, 1;\nL: @%p1 bra E;" +
      sum));
}

}  // namespace opexplore
