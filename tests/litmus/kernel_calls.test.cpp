// Calls of functions: what they are given, what they return, where they end.
#include <algorithm>
#include <set>
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

/// module_text() with functions in front of the kernel.
std::string with(const std::string& functions, const std::string& body) {
  const std::string text = module_text(body);
  const std::size_t kernel = text.find(".visible");
  return text.substr(0, kernel) + functions + text.substr(kernel);
}

Test called(const std::string& functions, const std::string& body,
            const kernel::Launch& how = usual_launch()) {
  return kernel::read_kernel(with(functions, body), "k.ptx", how);
}

void refused(const std::string& functions, const std::string& body, const std::string& expected) {
  try {
    called(functions, body);
    FAIL("accepted: " << body);
  } catch (const InputError& error) {
    CAPTURE(functions, body, error.line);
    CHECK(std::string(error.what()).find(expected) != std::string::npos);
    CHECK(error.line > 0);
  }
}

const std::string twice =
    ".func (.param .b32 r) twice(.param .b32 a)\n{\n.reg .b32 %r<3>;\nld.param.u32 %r1, [a];\n"
    "add.s32 %r2, %r1, %r1;\nst.param.b32 [r], %r2;\nret;\n}\n";

/// Calls `function` with %r1; what it returns is in %r2.
std::string call(const std::string& function) {
  return "{\n.param .b32 param0;\nst.param.b32 [param0], %r1;\n.param .b32 retval0;\n"
         "call.uni (retval0), " +
         function + ", (param0);\nld.param.b32 %r2, [retval0];\n}\n";
}

/// n! by recursion.
const std::string factorial =
    ".visible .func (.param .b32 r) factorial(.param .b32 n)\n{\n.reg .pred %p<2>;\n"
    ".reg .b32 %r<5>;\nld.param.u32 %r1, [n];\nsetp.gt.s32 %p1, %r1, 1;\n@%p1 bra MORE;\n"
    "st.param.b32 [r], 1;\nret;\nMORE:\nsub.s32 %r2, %r1, 1;\n{\n.param .b32 param0;\n"
    "st.param.b32 [param0], %r2;\n.param .b32 retval0;\ncall.uni (retval0), factorial, (param0);\n"
    "ld.param.b32 %r3, [retval0];\n}\nmul.lo.s32 %r4, %r1, %r3;\nst.param.b32 [r], %r4;\nret;\n}\n";

}  // namespace

TEST_CASE("calls: known arguments and results stay known", "[kernel][calls]") {
  CHECK(spelled(called(twice, "mov.u32 %r1, 21;\n" + call("twice") + "st.u32 [%rd1], %r2;")) ==
        Code{"st.weak x, 42"});
  CHECK(spelled(called(factorial, "mov.u32 %r1, 5;\n" + call("factorial") +
                                      "st.u32 [%rd1], %r2;")) == Code{"st.weak x, 120"});
}

TEST_CASE("calls: values of the run go in and come out", "[kernel][calls]") {
  const std::string body = "ld.u32 %r1, [%rd1];\n" + call("twice") + "mov.u32 %r1, %r2;\n" +
                           call("twice") + "st.u32 [%rd2], %r2;";
  const Answer report = explored(called(twice, body, launch_from(5, "exists (y=20)")));
  REQUIRE(report.outcomes.size() == 1);
  CHECK(report.outcomes[0].values == std::vector<Value>{20});
}

TEST_CASE("calls: each call of a function has registers of its own", "[kernel][calls]") {
  // f(2) = 100 * x + f(1), f(1) = 10 * x + f(0), f(0) = x, all with what was read before the call.
  const std::string f =
      ".func (.param .b32 r) f(.param .b64 p, .param .b32 n)\n{\n.reg .pred %p<2>;\n"
      ".reg .b32 %r<9>;\n.reg .b64 %rd<2>;\nld.param.u64 %rd1, [p];\nld.param.u32 %r1, [n];\n"
      "ld.u32 %r2, [%rd1];\nsetp.eq.s32 %p1, %r1, 0;\n@%p1 bra END;\nsub.s32 %r3, %r1, 1;\n"
      "setp.eq.s32 %p1, %r1, 1;\nselp.b32 %r4, 10, 100, %p1;\nmul.lo.s32 %r5, %r2, %r4;\n"
      "{\n.param .b64 param0;\nst.param.b64 [param0], %rd1;\n.param .b32 param1;\n"
      "st.param.b32 [param1], %r3;\n.param .b32 retval0;\ncall (retval0), f, (param0, param1);\n"
      "ld.param.b32 %r6, [retval0];\n}\nadd.s32 %r2, %r5, %r6;\nEND:\nst.param.b32 [r], %r2;\n"
      "ret;\n}\n";
  const std::string body =
      "{\n.param .b64 param0;\nst.param.b64 [param0], %rd1;\n.param .b32 param1;\n"
      "st.param.b32 [param1], 2;\n.param .b32 retval0;\ncall (retval0), f, (param0, param1);\n"
      "ld.param.b32 %r2, [retval0];\n}\nst.u32 [%rd2], %r2;";
  const Answer report = explored(called(f, body, launch_from(3, "exists (y=333)")));
  REQUIRE(report.outcomes.size() == 1);
  CHECK(report.outcomes[0].values == std::vector<Value>{333});
}

TEST_CASE("calls: parameters can be registers", "[kernel][calls]") {
  const std::string add =
      ".func (.reg .b32 sum) add(.reg .b32 a, .reg .b32 b)\n{\nadd.s32 sum, a, b;\nret;\n}\n";
  CHECK(spelled(called(add, "call (%r1), add, (40, 2);\nst.u32 [%rd1], %r1;")) ==
        Code{"st.weak x, 42"});
  const std::string body = "ld.u32 %r1, [%rd1];\ncall (%r2), add, (%r1, 2);\nst.u32 [%rd2], %r2;";
  CHECK(reached(called(add, body, launch_from(7, "exists (y=9)"))));
  // A value for a parameter in memory is put there.
  CHECK(spelled(called(".func put(.param .b64 p, .param .b32 v)\n{\n.reg .b32 %r<2>;\n"
                       ".reg .b64 %rd<2>;\nld.param.u64 %rd1, [p];\nld.param.u32 %r1, [v];\n"
                       "st.u32 [%rd1], %r1;\n}\n",
                       "call put, (%rd2, 6);")) == Code{"st.weak y, 6"});
}

TEST_CASE("calls: addresses and structures are passed", "[kernel][calls]") {
  const std::string publish =
      ".func publish(.param .align 8 .b8 pair[16], .param .b32 v)\n{\n.reg .b32 %r<2>;\n"
      ".reg .b64 %rd<4>;\nld.param.u32 %r1, [v];\nmov.b64 %rd3, pair;\nld.u64 %rd1, [%rd3];\n"
      "ld.param.u64 %rd2, [pair+8];\nst.u32 [%rd1], %r1;\nfence.acq_rel.gpu;\n"
      "st.relaxed.gpu.u32 [%rd2], 1;\nret;\n}\n";
  const std::string body =
      "{\n.param .align 8 .b8 param0[16];\nst.param.v2.b64 [param0], {%rd1, %rd2};\n"
      ".param .b32 param1;\nst.param.b32 [param1], 5;\ncall.uni publish, (param0, param1);\n}";
  CHECK(spelled(called(publish, body)) ==
        Code{"st.weak x, 5", "fence.acq_rel.gpu", "st.relaxed.gpu y, 1"});
}

TEST_CASE("calls: a function can be called by its address", "[kernel][calls]") {
  const std::string body =
      "mov.u32 %r1, 4;\nmov.u64 %rd4, twice;\n"
      "P: .callprototype (.param .b32 _) _ (.param .b32 _);\n"
      "{\n.param .b32 param0;\nst.param.b32 [param0], %r1;\n"
      ".param .b32 retval0;\ncall (retval0), %rd4, (param0), P;\n"
      "ld.param.b32 %r2, [retval0];\n}\nst.u32 [%rd1], %r2;";
  CHECK(spelled(called(twice, body)) == Code{"st.weak x, 8"});
  CHECK(spelled(called(twice + ".alias other, twice;\n",
                       "mov.u32 %r1, 4;\n" + call("other") + "st.u32 [%rd1], %r2;")) ==
        Code{"st.weak x, 8"});
}

TEST_CASE("calls: exit and trap end the thread in any function", "[kernel][calls]") {
  const std::string leave =
      ".func leave(.param .b64 p)\n{\n.reg .pred %p<2>;\n.reg .b32 %r<2>;\n.reg .b64 %rd<2>;\n"
      "ld.param.u64 %rd1, [p];\nld.u32 %r1, [%rd1];\nsetp.ne.s32 %p1, %r1, 0;\n@%p1 exit;\n"
      "ret;\n}\n";
  const std::string body =
      "mov.u32 %r3, 7;\n{\n.param .b64 param0;\nst.param.b64 [param0], %rd1;\n"
      "call leave, (param0);\n}\nst.u32 [%rd2], 1;\nmov.u32 %r3, 8;";
  CHECK(reached(called(leave, body, launch_from(0, "forall (y=1 /\\ 0:%r3=8)"))));
  CHECK(reached(called(leave, body, launch_from(1, "forall (y=0 /\\ 0:%r3=7)"))));
  const kernel::LaunchedKernel trapped =
      kernel::read_launched(with(".func fails()\n{\ntrap;\n}\n", "call fails;\nst.u32 [%rd2], 1;"),
                            "k.ptx", usual_launch(1, "forall (y=0)"));
  CHECK(trapped.facts.assertions.size() == 1);
  CHECK(reached(trapped.test));
}

TEST_CASE("calls: a call behind a guard is made on one way only", "[kernel][calls]") {
  const std::string mark =
      ".func mark(.param .b64 p)\n{\n.reg .b64 %rd<2>;\n"
      "ld.param.u64 %rd1, [p];\nst.u32 [%rd1], 3;\nret;\n}\n";
  const std::string body =
      "ld.u32 %r1, [%rd1];\nsetp.eq.s32 %p1, %r1, 1;\n"
      "@%p1 call mark, (%rd2);\nst.u32 [%rd1], 9;";
  for (const auto& [x, y] : {std::pair{1, 3}, std::pair{2, 0}}) {
    const std::string question = "forall (x=9 /\\ y=" + std::to_string(y) + ")";
    CHECK(reached(called(mark, body, launch_from(x, question))));
  }
}

TEST_CASE("calls: ways meet again behind calls with different arguments", "[kernel][calls]") {
  const std::string mark = ".func mark(.param .b32 v)\n{\nret;\n}\n";
  const std::string one =
      "{\n.param .b32 param0;\nst.param.b32 [param0], 1;\n"
      "call mark, (param0);\n}\n";
  const std::string two =
      "{\n.param .b32 param0;\nst.param.b32 [param0], 2;\n"
      "call mark, (param0);\n}\n";
  const Code found =
      spelled(called(mark,
                     "ld.u32 %r1, [%rd1];\nsetp.eq.s32 %p1, %r1, 0;\n"
                     "@%p1 bra TWO;\n" +
                         one + "bra END;\nTWO:\n" + two + "END:\nst.u32 [%rd2], 1;"));
  CHECK(std::ranges::count(found, "st.weak y, 1") == 1);
}

TEST_CASE("calls: printf is left out, and the report says so", "[kernel][calls]") {
  const kernel::LaunchedKernel printing = kernel::read_launched(
      with(".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n",
           "{\n.param .b64 param0;\nst.param.b64 [param0], %rd1;\n.param .b64 param1;\n"
           "st.param.b64 [param1], 0;\n.param .b32 retval0;\n"
           "call.uni (retval0), vprintf, (param0, param1);\nld.param.b32 %r1, [retval0];\n}\n"
           "st.u32 [%rd1], 1;"),
      "k.ptx", usual_launch());
  CHECK(spelled(printing.test) == Code{"st.weak x, 1"});
  REQUIRE(printing.facts.notes.size() == 1);
  CHECK(printing.facts.notes[0].text == "what the kernel prints is left out");
}

TEST_CASE("calls: functions whose address comes from memory", "[kernel][calls]") {
  const std::string functions =
      ".func one(.param .b64 p)\n{\n.reg .b64 %rd<2>;\nld.param.u64 %rd1, [p];\n"
      "st.u32 [%rd1], 1;\nret;\n}\n"
      ".func two(.param .b64 p)\n{\n.reg .b64 %rd<2>;\nld.param.u64 %rd1, [p];\n"
      "st.u32 [%rd1], 2;\nret;\n}\n"
      ".global .align 8 .u64 table[2] = {one, two};\n"
      ".global .align 8 .b8 bytes[8] = {0xFF(two), 0xFF00(two), 0xFF0000(two), 0xFF000000(two), "
      "0xFF00000000(two), 0xFF0000000000(two), 0xFF000000000000(two), 0xFF00000000000000(two)};\n";
  const std::string call_it = "{\n.param .b64 a;\nst.param.b64 [a], %rd1;\ncall %rd5, (a), P;\n}";
  const auto left = [&](const std::string& body) {
    std::set<Value> values;
    const Test test =
        kernel::read_kernel(with(functions, body), "k.ptx", usual_launch(1, "locations [ x; ]"));
    for (const AnsweredOutcome& outcome : explored(test).outcomes) {
      values.insert(outcome.values.front());
    }
    return values;
  };
  CHECK(left("ld.u64 %rd5, [table+8];\n" + call_it) == std::set<Value>{2});
  CHECK(left("ld.u64 %rd5, [bytes];\n" + call_it) == std::set<Value>{2});
  CHECK(left("ld.u32 %r1, [%rd2];\nsetp.eq.u32 %p1, %r1, 0;\nmov.u64 %rd6, one;\n"
             "mov.u64 %rd7, two;\nselp.b64 %rd5, %rd6, %rd7, %p1;\n" +
             call_it) == std::set<Value>{1});
  // What is no function's address is a mistake of the kernel.
  CHECK(left("ld.u64 %rd5, [%rd2];\n" + call_it) == std::set<Value>{0});
}

TEST_CASE("calls: functions without a body give anything", "[kernel][calls]") {
  const std::string unknown = ".extern .func (.param .b32 r) any(.param .b32 a);\n";
  const std::string ask = "mov.u32 %r1, 1;\n" + call("any");
  const kernel::LaunchedKernel kernel = kernel::read_launched(
      with(unknown, ask + "\nst.u32 [%rd1], %r2;"), "k.ptx", usual_launch(2, "locations [ x; ]"));
  CHECK(kernel.test.program.threads.size() == 3);
  std::set<Value> values;
  for (const AnsweredOutcome& outcome : explored(kernel.test).outcomes) {
    values.insert(outcome.values.front());
  }
  CHECK(values == std::set<Value>{0, 1});
  REQUIRE(kernel.facts.notes.size() == 1);
  CHECK(kernel.facts.notes[0].text.starts_with("any has no body in the module"));
}

TEST_CASE("calls: refused ones", "[kernel][calls]") {
  const std::string extern_twice = ".extern .func (.param .b32 r) twice(.param .b32 a);\n";
  refused("", "mov.u32 %r1, 1;\n" + call("nowhere"), "a call of 'nowhere', which has no body");
  refused(extern_twice, "mov.u32 %r1, 1;\n" + call("twice") + "\nld.u32 %r3, [%r2];",
          "put its body into the file");
  refused(".extern .func (.param .b64 r) malloc(.param .b64 n);\n",
          "{\n.param .b64 n;\n.param .b64 r;\nst.param.b64 [n], 8;\ncall (r), malloc, (n);\n}",
          "a call of 'malloc'");
  refused(twice, "call twice;", "has 1 parameters, and the call has 0");
  refused(twice, "call twice, (1);", "has 1 results, and the call has 0");
  refused(twice, "call (%r1), twice, (1, 2);", "has 1 parameters, and the call has 2");
  refused(twice, "call (%r1), twice, (1);", "'%r1' cannot receive 'r'");
  refused(twice, "{\n.param .b64 p;\n.param .b32 r;\ncall (r), twice, (p);\n}",
          "'p' has 8 bytes, and the function's 'a' has 4");
  refused(twice, "call (nothing), twice, (1);", "unknown name 'nothing'");
  refused(twice, "call (%r1, twice;", "expected ',' or ')'");
  refused(twice, "call 5;", "expected the name of a function");
  refused(twice + twice, "", "the function 'twice' is defined twice");
  refused(".func f()\n{\ncall f;\n}\n", "call f;", "recursion has to end by what is known");
  refused(factorial, "ld.u32 %r1, [%rd1];\n" + call("factorial"), "call less deeply");
  refused(".func f()\n{\nvoid.u32 %r1;\n}\n", "call f;", "the instruction 'void.u32'");
}

TEST_CASE("calls: places are lines of the user, not of the toolkit", "[kernel][calls]") {
  const std::string files = ".file 1 \"a.cu\"\n.file 2 \"/usr/local/cuda/include/cuda/x.h\"\n";
  const auto function = [](const std::string& line, const std::string& body) {
    return ".func put(.param .b64 p)\n{\n.reg .b64 %rd<2>;\n.reg .b32 %r<2>;\n" + line +
           "ld.param.u64 %rd1, [p];\n" + body + "ret;\n}\n";
  };
  const std::string body = ".loc 1 20 3\ncall put, (%rd1);\n.loc 1 21 3\nst.u32 [%rd2], 1;";
  const auto line_of = [&](const std::string& line) {
    const Test test = called(files + function(line, "st.u32 [%rd1], 1;\n"), body);
    return test.program.threads.at(0).instructions.at(0).code.value_or(CodePlace{}).place.line;
  };
  CHECK(line_of(".loc 1 5 2\n") == 5);
  CHECK(line_of(".loc 2 99 2\n") == 20);
  CHECK(line_of("") == 20);  // the function says nothing of lines
  try {
    called(files + function(".loc 2 99 2\n", "brkpt;\n"), body);
    FAIL("accepted");
  } catch (const InputError& error) {
    CHECK(error.path == "a.cu");
    CHECK(error.line == 20);
    CHECK(std::string(error.what()).find("in a function that is called here") != std::string::npos);
  }
}

TEST_CASE("calls: what is not called need not be understood", "[kernel][calls]") {
  CHECK(spelled(called(".func f()\n{\nvoid.u32 %r1;\n}\n", "st.u32 [%rd1], 1;")) ==
        Code{"st.weak x, 1"});
}

namespace {

Test calls(const std::string& module, const std::string& entry,
           std::vector<kernel::Binding> parameters, const std::string& question,
           std::uint32_t blocks = 2) {
  kernel::Launch how =
      launch(grid(entry, {blocks, 1, 1}, {1, 1, 1}, std::move(parameters)), question);
  how.variables = {{"scale", kernel::Buffer{"scale", 1, 4, {100}}}};
  return kernel::read_kernel(recorded(module), module, how);
}

}  // namespace

TEST_CASE("calls: nvcc's, optimised or not, have the same outcomes", "[kernel][calls]") {
  for (const std::string module :
       {"calls.sm_75.ptx", "calls.O0.sm_75.ptx", "calls.sm_90.ptx", "calls.O0.sm_90.ptx"}) {
    CAPTURE(module);
    const std::vector<kernel::Binding> pair = {buffer("0", "data"), buffer("0+8", "flag"),
                                               buffer("1", "out")};
    CHECK(reached(calls(module, "mp", pair, "forall (out=108)")));
    CHECK_FALSE(reached(calls(module, "mp", pair, "exists (out=0)")));
    CHECK(reached(calls(module, "unfenced", pair, "exists (flag=1 /\\ data=42 /\\ out=0)")));
    CHECK(reached(calls(module, "unfenced", pair, "exists (out=42)")));
    const std::vector<kernel::Binding> counter = {buffer("0", "counter"), buffer("1", "last")};
    CHECK(reached(calls(module, "count", counter, "forall (counter=2 /\\ last=2)")));
  }
}

TEST_CASE("calls: libcu++ that was not inlined", "[kernel][calls]") {
  const std::vector<kernel::Binding> parameters = {buffer("0", "data"), buffer("1", "flag"),
                                                   buffer("2", "out")};
  const auto handoff = [&](const std::string& question) {
    return kernel::read_kernel(recorded("outlined.O0.sm_90.ptx"), "outlined.ptx",
                               launch(grid("handoff", {2, 1, 1}, {1, 1, 1}, parameters), question));
  };
  CHECK(reached(handoff("forall (out=42)")));
  CHECK_FALSE(reached(handoff("exists (out=0)")));
  const Code writer = spelled(handoff("exists (out=0)"));
  CHECK(std::ranges::count(writer, "st.release.gpu flag, 1") == 1);
}

}  // namespace opexplore::testing
