// Asserts and traps of kernels.
#include <string>
#include <vector>

#include "litmus/input/input_error.hpp"
#include "litmus/kernels/kernel.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/kernel_launch.hpp"
#include "tests/litmus/kernel_outcomes.hpp"

namespace opexplore::testing {

using kernel::Assertion;
using kernel::LaunchedKernel;

namespace {

LaunchedKernel launched(const std::string& entry, std::vector<kernel::Binding> parameters,
                        const std::string& question, const std::string& target = "sm_90",
                        std::uint32_t blocks = 2) {
  return kernel::read_launched(
      recorded("assert." + target + ".ptx"), "assert.ptx",
      launch(grid(entry, {blocks, 1, 1}, {1, 1, 1}, std::move(parameters)), question));
}

bool can_fail(const LaunchedKernel& launched, const Assertion& assertion) {
  const Answer report = explored(launched.test);
  return can_be(launched.test, report, RegisterTerm{assertion.thread, assertion.reg},
                assertion.value);
}

}  // namespace

TEST_CASE("assert: one that can fail is found, with its condition", "[kernel][assert]") {
  for (const std::string target : {"sm_75", "sm_90"}) {
    CAPTURE(target);
    const LaunchedKernel handoff =
        launched("handoff", {buffer("0", "data"), buffer("1", "flag")}, "exists (data=1)", target);
    REQUIRE(handoff.facts.assertions.size() == 1);
    const Assertion& assertion = handoff.facts.assertions.front();
    CHECK(assertion.thread == 1);
    CHECK(assertion.text == "*(volatile int*)data == 1");
    const Thread& thread = handoff.test.program.threads[1];
    const Instruction& instruction = thread.instructions.at(assertion.instruction);
    const auto& sets = std::get<Arithmetic>(instruction.action);
    CHECK(sets.destination == assertion.reg);
    CHECK(sets.left == Operand{assertion.value});
    CHECK(thread.registers.at(assertion.reg).initial == 0);
    CHECK(instruction.text.find("st.param") == 0);
    CHECK(handoff.test.shown == 1);
    CHECK(handoff.test.observables.size() == 2);
    CHECK(can_fail(handoff, assertion));
  }
}

TEST_CASE("assert: one that cannot fail is not found", "[kernel][assert]") {
  const LaunchedKernel counts = launched("counts", {buffer("0", "x"), buffer("1", "after")},
                                         "exists (after[0]=7 /\\ after[1]=0)");
  REQUIRE(counts.facts.assertions.size() == 4);
  CHECK(counts.test.observables.size() == 4);  // a register for both of a thread
  for (const Assertion& assertion : counts.facts.assertions) {
    CAPTURE(assertion.text, int{assertion.thread});
    const bool first = assertion.text == R"(old < 2 && "two threads")";
    CHECK((first || assertion.text == "old != 1"));
    CHECK(can_fail(counts, assertion) == !first);
  }
  CHECK(reached(counts.test));  // the thread that fails has stopped
}

TEST_CASE("assert: a trap stops the thread, too", "[kernel][assert]") {
  const LaunchedKernel traps = launched("traps", {buffer("0", "x")}, "exists (x=1)");
  REQUIRE(traps.facts.assertions.size() == 2);
  CHECK(traps.facts.assertions[0].kind == kernel::StopKind::trap);
  CHECK(can_fail(traps, traps.facts.assertions[0]));
  const LaunchedKernel once = launched("traps", {buffer("0", "x")}, "exists (x=1)", "sm_90", 1);
  REQUIRE(once.facts.assertions.size() == 1);
  CHECK_FALSE(can_fail(once, once.facts.assertions[0]));
}

TEST_CASE("assert: kernels without any have no register for it", "[kernel][assert]") {
  const LaunchedKernel none =
      kernel::read_launched(module_text("st.u32 [%rd1], 1;"), "k.ptx", usual_launch());
  CHECK(none.facts.assertions.empty());
  CHECK(none.test.observables.size() == 1);
}

TEST_CASE("assert: with a guard, and where the PTX does not say the condition",
          "[kernel][assert]") {
  const LaunchedKernel guarded = kernel::read_launched(
      module_text("ld.relaxed.gpu.u32 %r1, [%rd1]; setp.eq.s32 %p1, %r1, 1; @%p1 trap;\n"
                  "st.relaxed.gpu.u32 [%rd1], 1;\n"
                  "@%p1 call __assertfail;\nst.u32 [%rd2], 2;"),
      "k.ptx", usual_launch(2, "exists (y=2)"));
  REQUIRE(guarded.facts.assertions.size() == 4);
  CHECK(guarded.facts.assertions[0].kind == kernel::StopKind::trap);
  CHECK(can_fail(guarded, guarded.facts.assertions[0]));
  CHECK(guarded.facts.assertions[1].text.empty());
  CHECK_FALSE(can_fail(guarded, guarded.facts.assertions[1]));
}

TEST_CASE("assert: other calls are refused", "[kernel][assert]") {
  const auto refused = [](const std::string& body, const std::string& says) {
    try {
      kernel_test(body);
      FAIL_CHECK("no error");
    } catch (const InputError& error) {
      CHECK(std::string(error.what()).find(says) != std::string::npos);
    }
  };
  refused("{ .param .b64 p0; st.param.b64 [p0], %rd1; call.uni fails, (p0); }",
          "a call of 'fails', which has no body");
  refused("st.param.b64 [p0], %rd1; call.uni __assertfail, (p0);", "unknown name 'p0'");
}

}  // namespace opexplore::testing
