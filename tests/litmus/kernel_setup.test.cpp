// Code that runs before a launch.
#include <map>
#include <string>
#include <vector>

#include "litmus/input/input_error.hpp"
#include "litmus/kernels/kernel.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/kernel_launch.hpp"
#include "tests/litmus/kernel_outcomes.hpp"

namespace opexplore::testing {

using kernel::Buffer;
using kernel::Setup;

namespace {

std::map<std::string, Value> initial_values(const Test& test) {
  std::map<std::string, Value> result;
  for (const Location& location : test.program.locations) result[location.name] = location.initial;
  return result;
}

/// Two blocks that take a semaphore of libcu++.
kernel::Launch takes(const std::string& question) {
  kernel::Launch how = launch(
      grid("take", {2, 1, 1}, {1, 1, 1}, {buffer("0", "free"), buffer("1", "count")}), question);
  how.setup = Setup{"prepare", {}};
  return how;
}

Test recorded_test(const kernel::Launch& how) {
  return kernel::read_kernel(recorded("setup.sm_90.ptx"), "setup.ptx", how);
}

/// The module of kernel_launch.hpp with a kernel `init` in front, whose body is `setup`.
std::string module_with(const std::string& setup, const std::string& body) {
  const std::string module = module_text(body);
  const std::size_t end = module.find(".visible");
  return module.substr(0, end) +
         ".shared .u32 mine;\n.global .b8 raw[8];\n.global .u32 flag = 5;\n"
         ".func helper(.param .u64 p) { ret; }\n"
         ".entry init(.param .u64 py, .param .u64 second)\n{\n"
         ".reg .pred %p<4>;\n.reg .b32 %r<9>;\n.reg .b64 %rd<9>;\n"
         "ld.param.u64 %rd1, [py];\nld.param.u64 %rd2, [second];\n" +
         setup + "\nret;\n}\n" + module.substr(end);
}

kernel::Launch with_setup(const std::string& question = "locations [ x; y; ]") {
  kernel::Launch how = launch(
      grid("k", {1, 1, 1}, {1, 1, 1}, {buffer("px", "x"), buffer("py", "y"), buffer("pout", "o")}),
      question);
  how.setup = Setup{"init", {}};
  return how;
}

Test test_with(const std::string& setup, const std::string& body,
               const kernel::Launch& how = with_setup()) {
  return kernel::read_kernel(module_with(setup, body), "k.ptx", how);
}

void check_setup_refused(const std::string& setup, const kernel::Launch& how,
                         const std::string& says) {
  CAPTURE(setup);
  try {
    test_with(setup, "st.u32 [%rd1], 1;", how);
    FAIL_CHECK("no error");
  } catch (const InputError& error) {
    CAPTURE(error.what());
    CHECK(std::string(error.what()).find(says) != std::string::npos);
  }
}

}  // namespace

TEST_CASE("setup: constructors of libcu++ run before the launch", "[kernel][setup]") {
  const Test test = recorded_test(takes("exists (count=19)"));
  CHECK(test.name == "take");
  CHECK(test.program.threads.size() == 2);
  CHECK(initial_values(test) ==
        std::map<std::string, Value>{{"free", 1}, {"count", 5}, {"slots_3", 7}});
  CHECK(reached(test));
  CHECK_FALSE(reached(recorded_test(takes("exists (count=5)"))));
  kernel::Launch without = takes("exists (count=0)");
  without.setup.reset();
  CHECK(reached(recorded_test(without)));  // nobody gets a semaphore of 0
}

TEST_CASE("setup: the question can name what the setup alone writes", "[kernel][setup]") {
  const Test test = recorded_test(takes("exists (turns=3 /\\ slots[2]=1)"));
  CHECK(initial_values(test) ==
        std::map<std::string, Value>{
            {"free", 1}, {"count", 5}, {"slots_2", 1}, {"slots_3", 7}, {"turns", 3}});
}

TEST_CASE("setup: parameters come from the launch by name, then by number", "[kernel][setup]") {
  // py is called so in both; the second parameter of the launch is py, too.
  const Test inherited = test_with("st.u32 [%rd1], 3;\nst.u32 [%rd2], 4;", "st.u32 [%rd1], 1;");
  CHECK(initial_values(inherited) == std::map<std::string, Value>{{"x", 0}, {"y", 4}});
  kernel::Launch how = with_setup();
  how.setup->parameters = {buffer("py", "x"), buffer("second", "y")};
  const Test own = test_with("st.u32 [%rd1], 3;\nst.u32 [%rd2], 4;", "st.u32 [%rd1], 1;", how);
  CHECK(initial_values(own) == std::map<std::string, Value>{{"x", 3}, {"y", 4}});
}

TEST_CASE("setup: it starts from the initial values, and computes", "[kernel][setup]") {
  kernel::Launch how = with_setup("locations [ y[2]; ]");
  how.grids[0].parameters[1] = {"py", Buffer{"y", 3, 4, {1, 2, 30}}};
  const Test test = test_with(
      // y[0] + … + y[k] until the sum is 3, then what atomics make of the rest
      "mov.u32 %r1, 0;\n$again: ld.u32 %r2, [%rd1];\nadd.u32 %r1, %r1, %r2;\n"
      "setp.lt.u32 %p1, %r1, 3;\n@%p1 bra $again;\n"
      "fence.sc.gpu; bar.sync 0;\natom.add.u32 %r3, [%rd1+4], %r1;\n"
      "atom.cas.b32 %r4, [%rd1+8], 30, %r3;\natom.cas.b32 %r5, [%rd1+8], 30, 77;\n"
      "atom.exch.b32 %r6, [%rd1], -1;\nred.max.s32 [%rd1], %r5;",
      "ld.u32 %r1, [%rd2]; ld.u32 %r2, [%rd2+4];", how);
  CHECK(initial_values(test) == std::map<std::string, Value>{{"y_0", 2}, {"y_1", 5}, {"y_2", 2}});
}

TEST_CASE("setup: memory has the width that the launch accesses it with", "[kernel][setup]") {
  const Test narrow =
      test_with("st.u64 [%rd1], 0x100000002;\nst.u64 [raw], 0x300000004;",
                "ld.u32 %r1, [%rd2+4];\nld.u32 %r2, [raw+4];", with_setup("locations [ y[0]; ]"));
  CHECK(initial_values(narrow) ==
        std::map<std::string, Value>{{"y_0", 2}, {"y_1", 1}, {"raw_1", 3}});
  const Test wide = test_with("st.u32 [%rd1], 2;\nst.u32 [%rd1+4], 1;", "ld.u64 %rd4, [%rd2];",
                              with_setup("locations [ y; ]"));
  CHECK(initial_values(wide) == std::map<std::string, Value>{{"y", 0x100000002}});
  const Test unread = test_with("st.u64 [%rd1], 0x100000002;\nst.u8 [raw+1], 300;", "",
                                with_setup("locations [ y; raw[1]; ]"));
  CHECK(initial_values(unread) == std::map<std::string, Value>{{"y", 0x100000002}, {"raw_1", 44}});
}

TEST_CASE("setup: variables of the module", "[kernel][setup]") {
  kernel::Launch how = with_setup("locations [ f; ]");
  how.variables = {{"flag", Buffer{"f", std::nullopt, std::nullopt, {}}}};
  const Test test =
      test_with("ld.u32 %r1, [flag];\nadd.u32 %r1, %r1, 1;\nst.u32 [flag], %r1;", "", how);
  CHECK(initial_values(test) == std::map<std::string, Value>{{"f", 6}});
}

TEST_CASE("setup: the kernel that is launched need not be named", "[kernel][setup]") {
  kernel::Launch how = with_setup();
  how.grids[0].entry.clear();
  CHECK(test_with("", "", how).name == "k");
}

TEST_CASE("setup: addresses that it leaves lead to memory of its own", "[kernel][setup]") {
  kernel::Launch how = with_setup("locations [ y; ]");
  how.setup->parameters = {buffer("py", "y"), {"second", Buffer{"own", 1, 4, {7}}}};
  const kernel::LaunchedKernel launched =
      kernel::read_launched(module_with("st.u64 [%rd1], %rd2;",
                                        "ld.u64 %rd4, [%rd2];\nld.u32 %r1, [%rd4];\n"
                                        "st.u64 [%rd1], 1;"),
                            "k.ptx", how);
  CHECK(launched.facts.assertions.empty());
}

TEST_CASE("setup: more threads than one, which keep apart", "[kernel][setup]") {
  // py[%tid + 40 * %ctaid] += 3, in more memory than a launch may use.
  const std::string own =
      "mov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\nmad.lo.u32 %r3, %r2, 40, %r1;\n"
      "mul.wide.u32 %rd3, %r3, 4;\nadd.u64 %rd4, %rd1, %rd3;\nld.u32 %r4, [%rd4];\n"
      "add.u32 %r4, %r4, 3;\nst.u32 [%rd4], %r4;\nst.u32 [flag], 9;\nbar.sync 0;";
  kernel::Launch how = with_setup("locations [ y[0]; y[79]; flag; ]");
  how.grids[0].parameters[1] = {"py", Buffer{"y", 80, 4, {1}}};
  how.setup->blocks = {2, 1, 1};
  how.setup->threads_per_block = {40, 1, 1};
  const Test test = test_with(own, "st.u32 [%rd1], 1;", how);
  CHECK(initial_values(test) ==
        std::map<std::string, Value>{{"x", 0}, {"y_0", 4}, {"y_79", 3}, {"flag", 9}});
  check_setup_refused(
      "ld.u32 %r1, [%rd1];\nst.u32 [flag], %r1;\nst.u32 [%rd1+4], 1;\n"
      "ld.u32 %r2, [%rd1+4];",
      how, "launched as <<<2, 40>>>, and its threads write here what others read");
  check_setup_refused("mov.u32 %r1, %tid.x;\nst.u32 [flag], %r1;", how,
                      "write here what others read or write");
  check_setup_refused("ld.u32 %r1, [flag];\nst.u32 [flag], %r1;", how,
                      "read here what others write");
  check_setup_refused("bar.red.popc.u32 %r1, 0, %p1;", how, "exchange something here");
}

TEST_CASE("setup: mistakes are refused", "[kernel][setup]") {
  kernel::Launch how = with_setup();
  check_setup_refused("$l: ld.u32 %r1, [%rd1]; setp.eq.u32 %p1, %r1, 0; @%p1 bra $l;", how,
                      "the setup 'init' has not ended after 1000000 steps");
  check_setup_refused("st.u32 [mine], 1;", how, "shared memory, and what it leaves there is gone");
  check_setup_refused("ld.u32 %r1, [%rd1]; setp.eq.u32 %p1, %r1, 0; @%p1 trap;", how,
                      "the setup 'init' fails: trap");
  how.setup->entry = "inot";
  check_setup_refused("", how, "no kernel 'inot'; did you mean 'init'?");
  how.setup->entry = "helper";
  check_setup_refused("", how,
                      "'helper' is a function, not a kernel; launch a kernel that calls it");
  how = with_setup();
  how.setup->parameters = {buffer("pz", "x")};
  check_setup_refused("", how, "has no parameter 'pz'");
  how.setup->parameters = {buffer("py", "x")};
  check_setup_refused("", how, "does not say what the parameter 'second' holds");
  how = with_setup();
  how.grids[0].parameters[1] = {"py", kernel::Results{{"r0"}, 4}};
  check_setup_refused("st.u32 [%rd1], 1;", how, "writes results of the launch");
  how = with_setup();
  how.grids.push_back(how.grids[0]);
  how.grids[1].parameters[1] = buffer("py", "z");
  check_setup_refused("", how, "different arguments for a parameter of the setup");
}

TEST_CASE("kernel setup: nothing is said of what it leaves and nobody computes",
          "[kernel][setup]") {
  const std::string setup = "mov.b32 %r1, 0f3F800000; sin.approx.f32 %r2, %r1; st.u32 [%rd1], %r2;";
  const auto unknown = Catch::Contains("not modelled: the final value of ");
  CHECK_THROWS_WITH(test_with(setup, "st.u32 [%rd1], 1;", with_setup("exists (y=0)")), unknown);
  CHECK_THROWS_WITH(
      test_with(setup, "ld.u32 %r1, [%rd2]; st.u32 [%rd1], %r1;", with_setup("exists (x=0)")),
      unknown);
}

}  // namespace opexplore::testing
