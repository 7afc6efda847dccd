// Memory that one thread alone sees: the stack, parameters, constants.
#include <string>
#include <utility>
#include <vector>

#include "litmus/input/input_error.hpp"
#include "litmus/kernels/kernel.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/kernel_launch.hpp"
#include "tests/litmus/kernel_outcomes.hpp"

namespace opexplore::testing {

namespace {

const std::string stack =
    ".local .align 8 .b8 depot[16];\n.reg .b64 %SP;\n.reg .b64 %SPL;\n"
    "mov.u64 %SPL, depot;\ncvta.local.u64 %SP, %SPL;\n";

/// What the body leaves in y, started with that value in x.
Value result(const std::string& body, Value x = 0) {
  const Test test = kernel_test(stack + body, launch_from(x, "locations [ y; ]"));
  const Answer report = explored(test);
  REQUIRE(report.outcomes.size() == 1);
  return report.outcomes[0].values.at(0);
}

void refused(const std::string& body, const std::string& expected) {
  try {
    kernel_test(stack + body);
    FAIL("accepted: " << body);
  } catch (const InputError& error) {
    CAPTURE(body);
    CHECK(std::string(error.what()).find(expected) != std::string::npos);
    CHECK(error.line > body_line);
  }
}

/// The thread stops, for what it does is undefined.
void misused(const std::string& body, const std::string& expected) {
  const kernel::LaunchedKernel launched =
      kernel::read_launched(module_text(stack + body), "k.ptx", usual_launch());
  CAPTURE(body);
  REQUIRE(launched.facts.assertions.size() == 1);
  CHECK(launched.facts.assertions[0].kind == kernel::StopKind::misuse);
  CHECK(launched.facts.assertions[0].text == expected);
}

/// With declarations of the module in front of the kernel.
Test beside(const std::string& declarations, const std::string& body,
            kernel::Launch how = usual_launch()) {
  const std::string text = module_text(body);
  const std::size_t kernel = text.find(".visible");
  return kernel::read_kernel(text.substr(0, kernel) + declarations + text.substr(kernel), "k.ptx",
                             how);
}

}  // namespace

TEST_CASE("private memory: what is stored is known when it is loaded", "[kernel][private]") {
  CHECK(spelled(kernel_test(stack + "st.local.u64 [%SPL+8], %rd1;\nld.u64 %rd4, [%SP+8];\n"
                                    "st.u32 [%rd4], 5;")) == Code{"st.weak x, 5"});
  CHECK(spelled(kernel_test(stack + "st.u32 [%SP], 6;\nld.local.u32 %r1, [depot];\n"
                                    "st.u32 [%rd1], %r1;")) == Code{"st.weak x, 6"});
  CHECK(spelled(kernel_test(stack + "st.v2.u32 [%SP], {1, 2};\nld.v2.u32 {%r1, %r2}, [%SP];\n"
                                    "add.s32 %r3, %r1, %r2;\nst.u32 [%rd1], %r3;")) ==
        Code{"st.weak x, 3"});
  CHECK(result("ld.u32 %r1, [%rd1];\nst.u32 [%SP+4], %r1;\nmov.u32 %r1, 0;\n"
               "ld.volatile.u32 %r2, [%SP+4];\nst.u32 [%rd2], %r2;",
               77) == 77);
}

TEST_CASE("private memory: accesses of other sizes get their bytes", "[kernel][private]") {
  const std::string known = "st.u32 [%SP], 0x84830201;\n";
  const std::string at_run_time = "ld.u32 %r1, [%rd1];\nst.u32 [%SP], %r1;\n";
  struct Case {
    std::string body;
    Value expected;
  };
  const std::vector<Case> cases = {
      {"ld.u8 %rs1, [%SP+1];\ncvt.u32.u16 %r2, %rs1;\n", 0x02},
      {"ld.u8 %r2, [%SP+3];\n", 0x84},
      {"ld.s8 %r2, [%SP+2];\n", -0x7d},
      {"ld.u16 %r2, [%SP+1];\n", 0x8302},
      {"ld.s16 %r2, [%SP+2];\n", -0x7b7d},
      {"st.u16 [%SP+1], 0x6655;\nld.u32 %r2, [%SP];\n", -0x7b99aaff},
      {"st.u8 [%SP+3], 0x11;\nld.u32 %r2, [%SP];\n", 0x11830201},
      {"st.u8 [%SP+4], 0x11;\nld.u32 %r2, [%SP+1];\n", 0x11848302},
      {"st.u32 [%SP+4], 9;\nld.u64 %rd4, [%SP];\nst.u64 [%SP+8], %rd4;\nld.u32 %r2, [%SP+12];\n",
       9},
      {"st.u32 [%SP+4], 9;\nld.u64 %rd4, [%SP];\nst.u64 [%SP+8], %rd4;\nld.s16 %r2, [%SP+10];\n",
       -0x7b7d},
      {"ld.u32 %rd4, [%SP];\nst.u64 [%SP+8], %rd4;\nld.u32 %r2, [%SP+12];\n", 0},
      {"ld.s32 %rd4, [%SP];\nst.u64 [%SP+8], %rd4;\nld.u32 %r2, [%SP+12];\n", -1},
      {"ld.u32 %r2, [%SP];\nst.u8 [%SP+8], %r2;\nld.u8 %r2, [%SP+8];\n", 1},
  };
  for (const auto& [body, expected] : cases) {
    CAPTURE(body);
    CHECK(result(known + body + "st.u32 [%rd2], %r2;") == expected);
    CHECK(result(at_run_time + body + "st.u32 [%rd2], %r2;", 0x84830201) == expected);
  }
}

TEST_CASE("private memory: bytes that were never written", "[kernel][private]") {
  const std::string copied = "ld.u64 %rd4, [%SP];\nst.u64 [%SP+8], %rd4;\n";
  CHECK(spelled(kernel_test(stack + copied + "st.u32 [%rd1], 1;")) == Code{"st.weak x, 1"});
  const std::string uses = "a value is used that was never written (%r1)";
  misused(copied + "ld.u32 %r1, [%SP+8];\nst.u32 [%rd1], %r1;", uses);
  misused("ld.u32 %r1, [%SP];\nadd.s32 %r1, %r1, 1;\nst.u32 [%rd1], %r1;", uses);
  CHECK(spelled(kernel_test(stack + "ld.u32 %r1, [%SP];\nadd.s32 %r1, %r1, 1;\nst.u32 [%SP], %r1;\n"
                                    "st.u32 [%rd1], 1;")) == Code{"st.weak x, 1"});
  CHECK(result("st.u32 [%SP+4], 7;\n" + copied + "ld.u32 %r1, [%SP+12];\nst.u32 [%rd2], %r1;") ==
        7);
}

TEST_CASE("private memory: a loop that counts on the stack ends for the walk",
          "[kernel][private]") {
  const Test test = kernel_test(
      stack +
          "st.u32 [%SP], 0;\nL:\nld.u32 %r1, [%SP];\nadd.s32 %r1, %r1, 1;\nst.u32 [%SP], %r1;\n"
          "ld.relaxed.gpu.u32 %r2, [%rd1];\nsetp.ne.s32 %p1, %r2, 0;\n@%p1 bra L;\n"
          "ld.u32 %r1, [%SP];\nst.u32 [%rd2], %r1;",
      launch_from(0, "forall (y=1)"));
  CHECK(reached(test));
}

TEST_CASE("private memory: alloca", "[kernel][private]") {
  const std::string body =
      "stacksave.u64 %rd6;\nalloca.u64 %rd4, 8, 4;\nmov.u32 %r1, 8;\nmov.u64 %rd7, 8;\n"
      "alloca.u64 %rd5, %rd7;\ncvta.local.u64 %rd5, %rd5;\nst.local.u32 [%rd4], 3;\n"
      "st.u32 [%rd5], 4;\nld.local.u32 %r1, [%rd4];\nst.u32 [%rd1], %r1;\nstackrestore.u64 %rd6;\n";
  CHECK(spelled(kernel_test(body)) == Code{"st.weak x, 3"});
  misused(body + "ld.local.u32 %r1, [%rd4];\nst.u32 [%rd1], %r1;",
          "a value is used that was never written (%r1)");
  refused("ld.u64 %rd4, [%rd1];\nalloca.u64 %rd5, %rd4;", "an alloca whose size");
  misused("alloca.u64 %rd4, 8;\nst.u32 [%rd4+8], 1;",
          "the access is at byte 8 of 'local alloca 1', which has 8 bytes");
  refused("L:\nalloca.u64 %rd4, 8;\nbra L;", "more than 1000 uses of alloca");
}

TEST_CASE("private memory: undefined accesses stop the thread", "[kernel][private]") {
  misused("st.u32 [%SP+16], 1;", "the access is at byte 16 of 'local depot', which has 16 bytes");
  misused("st.u64 [%SP+12], 1;", "the access is at byte 12 of 'local depot', which has 16 bytes");
  misused("ld.u32 %r1, [%SP+-4];", "the access is at byte -4 of 'local depot', which has 16 bytes");
  misused("atom.add.u32 %r1, [%SP], 1;",
          "a read-modify-write of memory that one thread alone sees");
  misused("st.param.u64 [px], 1;", "the store is to 'parameter px', which kernels cannot write");
}

TEST_CASE("private memory: addresses are compared and computed with", "[kernel][private]") {
  CHECK(spelled(kernel_test(stack + "setp.ne.s64 %p1, %SP, 0;\nselp.b32 %r1, 1, 0, %p1;\n"
                                    "st.u32 [%rd1], %r1;")) == Code{"st.weak x, 1"});
  CHECK(spelled(kernel_test(stack + "setp.eq.u64 %p1, %SP, %rd1;\nselp.b32 %r1, 1, 0, %p1;\n"
                                    "st.u32 [%rd1], %r1;")) == Code{"st.weak x, 0"});
  CHECK(
      spelled(kernel_test(stack + "or.b64 %rd4, %SP, 4;\nst.u32 [%SP+4], 6;\nld.u32 %r1, [%rd4];\n"
                                  "st.u32 [%rd1], %r1;")) == Code{"st.weak x, 6"});
}

TEST_CASE("private memory: refused accesses", "[kernel][private]") {
  refused(
      "ld.u32 %r1, [%rd1];\nsetp.eq.s32 %p1, %r1, 1;\nselp.b64 %rd4, %SP, %rd2, %p1;\n"
      "ld.u32 %r1, [%rd4];",
      "the address of 'local depot'");
  refused("st.u64 [%SP], %rd1;\nld.u32 %r1, [%SP];", "a part of an address");
  refused("st.u64 [%SP], %rd1;\nst.u32 [%SP], 0;\nld.u32 %r1, [%SP+4];", "a part of an address");
  refused("st.u8 [%SP], %rd1;", "a part of an address");
  refused("st.shared.u32 [%SP], 1;", "not in the state space");
  refused("st.u64 [%rd1], %SP;", "the address of 'local depot' in memory");
  refused("ld.u64 %rd4, [%rd1];\nadd.u64 %rd5, %SP, %rd4;\nld.u32 %r1, [%rd5];",
          "known only when the program runs");
}

TEST_CASE("private memory: constants are what the module or the launch says", "[kernel][private]") {
  const std::string declared =
      ".const .align 4 .b8 table[16] = {1, 0, 0, 0, 2, 1, 0, 0, 3};\n.const .align 4 .u32 scale;\n"
      ".const .align 4 .s32 pair[2] = {-3, 4};\n";
  const auto loaded = [&](const std::string& load, const kernel::Launch& how) {
    return spelled(beside(declared, load + "st.u32 [%rd1], %r1;", how));
  };
  const auto plain = [&](const std::string& load) { return loaded(load, usual_launch()); };
  CHECK(plain("ld.const.u32 %r1, [table+4];\n") == Code{"st.weak x, 258"});
  CHECK(plain("ld.const.u32 %r1, [table+12];\n") == Code{"st.weak x, 0"});
  CHECK(plain("mov.u64 %rd4, table;\ncvta.const.u64 %rd5, %rd4;\nld.u8 %r1, [%rd5+8];\n") ==
        Code{"st.weak x, 3"});
  CHECK(plain("ld.const.s32 %r1, [pair];\n") == Code{"st.weak x, -3"});
  CHECK(plain("ld.const.v2.u32 {_, %r1}, [pair];\n") == Code{"st.weak x, 4"});
  CHECK(plain("ld.const.u32 %r1, [scale];\n") == Code{"st.weak x, 0"});
  kernel::Launch how = usual_launch();
  how.variables = {{"scale", kernel::Buffer{"scale", 1, 4, {100}}}};
  CHECK(loaded("ld.const.u32 %r1, [scale];\n", how) == Code{"st.weak x, 100"});
  CHECK(plain("ld.const.u32 %r1, [table+16];\n").size() == 1);  // the thread stops
  CHECK(spelled(beside(declared, "mov.u64 %rd4, pair;\nst.u32 [%rd4], 1;\nst.u32 [%rd1], 1;"))
            .size() == 1);
}

TEST_CASE("private memory: constants with an index that depends on memory", "[kernel][private]") {
  const Test test = beside(".const .align 4 .s32 table[3] = {10, 20, 30};\n",
                           "ld.u32 %r1, [%rd1];\nmul.wide.s32 %rd4, %r1, 4;\n"
                           "mov.u64 %rd5, table;\nadd.u64 %rd6, %rd5, %rd4;\n"
                           "ld.const.u32 %r2, [%rd6];\nst.u32 [%rd2], %r2;",
                           launch_from(2, "forall (y=30)"));
  CHECK(reached(test));
}

TEST_CASE("private memory: parameters of kernels have addresses", "[kernel][private]") {
  const std::string text =
      ".version 9.0\n.target sm_90\n.address_size 64\n"
      ".visible .entry k(.param .align 8 .b8 pair[16])\n{\n.reg .b64 %rd<5>;\n.reg .b32 %r<2>;\n"
      "mov.b64 %rd1, pair;\nld.param.u64 %rd2, [%rd1+8];\ncvta.param.u64 %rd3, %rd1;\n"
      "ld.u32 %r1, [%rd3];\nst.u32 [%rd2], %r1;\nret;\n}\n";
  const Test test = kernel::read_kernel(
      text, "k.ptx",
      launch(grid("k", {1, 1, 1}, {1, 1, 1}, {{"0", Value{4}}, buffer("0+8", "x")}),
             "locations [ x; ]"));
  CHECK(spelled(test) == Code{"st.weak x, 4"});
}

TEST_CASE("private memory: the space of an address", "[kernel][private]") {
  const std::string body =
      "isspacep.local %p1, %SP;\nselp.b32 %r1, 1, 0, %p1;\nisspacep.global %p1, %SP;\n"
      "selp.b32 %r2, 1, 0, %p1;\nadd.s32 %r3, %r1, %r2;\nst.u32 [%rd1], %r3;";
  CHECK(spelled(kernel_test(stack + body)) == Code{"st.weak x, 1"});
}

TEST_CASE("private memory: what nvcc puts on the stack", "[kernel][private]") {
  for (const std::string module : {"calls.O0.sm_75.ptx", "calls.O0.sm_90.ptx"}) {
    CAPTURE(module);
    kernel::Launch how =
        launch(grid("local", {1, 1, 1}, {1, 1, 1}, {buffer("0", "x"), buffer("1", "out")}),
               "forall (out=17)");
    std::get<kernel::Buffer>(how.grids[0].parameters[0].argument).initial = {20};
    CHECK(reached(kernel::read_kernel(recorded(module), module, how)));
  }
}

}  // namespace opexplore::testing
