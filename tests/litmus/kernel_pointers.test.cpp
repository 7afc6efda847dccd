// Kernels whose addresses are known only when they run: tests/kernels/pointers.cu, and small ones.
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "litmus/input/input_error.hpp"
#include "litmus/kernels/kernel.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/kernel_launch.hpp"
#include "tests/litmus/kernel_outcomes.hpp"

namespace opexplore::testing {

using kernel::Assertion;
using kernel::Binding;
using kernel::Buffer;
using kernel::LaunchedKernel;
using kernel::StopKind;

namespace {

/// The kernel of pointers.cu, on two blocks of one thread.
kernel::Launch launches(const std::string& entry, std::vector<Binding> parameters,
                        const std::string& question, std::uint32_t blocks = 2) {
  return launch(grid(entry, {blocks, 1, 1}, {1, 1, 1}, std::move(parameters)), question);
}

LaunchedKernel recorded_pointers(const kernel::Launch& how) {
  return kernel::read_launched(recorded("pointers.sm_90.ptx"), "pointers.ptx", how);
}

bool can_stop(const LaunchedKernel& launched) {
  const Answer report = explored(launched.test);
  for (const Assertion& stop : launched.facts.assertions) {
    if (can_be(launched.test, report, RegisterTerm{stop.thread, stop.reg}, stop.value)) return true;
  }
  return false;
}

/// Whether some outcome of the kernel of pointers.cu satisfies the condition; no thread may stop.
bool possible(const std::string& entry, const std::vector<Binding>& parameters,
              const std::string& condition, std::uint32_t blocks = 2) {
  const LaunchedKernel launched =
      recorded_pointers(launches(entry, parameters, "exists (" + condition + ")", blocks));
  CHECK_FALSE(can_stop(launched));
  return reached(launched.test);
}

/// The small kernel of kernel_launch.hpp: x has elements x[0] = 10 and x[1] = 11, y[0] is given.
LaunchedKernel small(const std::string& body, Value y, std::optional<std::uint32_t> width = 4,
                     const std::string& question = "locations [ x[0]; y; ]") {
  kernel::Launch how = usual_launch(1, question);
  how.grids[0].parameters[0] = {"px", Buffer{"x", 2, 4, {10, 11}}};
  how.grids[0].parameters[1] = {"py", Buffer{"y", 1, width, {y}}};
  return kernel::read_launched(module_text(body), "k.ptx", how);
}

/// x[y].
constexpr const char* indexes =
    "ld.u32 %r1, [%rd2];\nmul.wide.s32 %rd4, %r1, 4;\nadd.s64 %rd5, %rd1, %rd4;\n"
    "ld.u32 %r2, [%rd5];\nst.u32 [%rd3], %r2;";

/// What is wrong with the one access that is misuse, which must happen.
std::string misuse(const LaunchedKernel& launched) {
  REQUIRE(launched.facts.assertions.size() == 1);
  const Assertion& stop = launched.facts.assertions.front();
  CHECK(stop.kind == StopKind::misuse);
  CHECK(can_stop(launched));
  return stop.text;
}

bool results_in(const LaunchedKernel& launched, Value value) {
  const Test& test = launched.test;
  const Thread& thread = test.program.threads[0];
  for (const AnsweredOutcome& outcome : explored(test).outcomes) {
    for (std::size_t i = 0; i < test.observables.size(); ++i) {
      const auto* const reg = std::get_if<RegisterTerm>(&test.observables[i]);
      if (reg != nullptr && thread.registers[reg->reg].name == "r0") {
        return outcome.values.at(i) == value;
      }
    }
  }
  return false;
}

const std::string asks_result = "locations [ x[0]; y; 0:r0; ]";

}  // namespace

TEST_CASE("kernel pointers: a ring with indices in memory keeps the order", "[kernel][pointers]") {
  const std::vector<Binding> memory = {buffer("0", "head"),
                                       buffer("1", "tail"),
                                       {"2", Buffer{"slot", 2, 4, {}}},
                                       buffer("3", "taken")};
  CHECK(possible("ring", memory, "taken[0]=1 /\\ taken[1]=2 /\\ taken[2]=3"));
  CHECK_FALSE(possible("ring", memory, "not (taken[0]=1 /\\ taken[1]=2 /\\ taken[2]=3)"));
}

TEST_CASE("kernel pointers: a stack hands out each node once", "[kernel][pointers]") {
  const std::vector<Binding> memory = {
      buffer("0", "top"), {"1", Buffer{"nodes", 4, 8, {}}}, buffer("2", "taken")};
  for (const std::string order :
       {"(taken[0]=10 /\\ taken[1]=11)", "(taken[0]=11 /\\ taken[1]=10)"}) {
    CHECK(possible("stack", memory, order));
  }
  const std::string both = "(taken[0]=10 /\\ taken[1]=11) \\/ (taken[0]=11 /\\ taken[1]=10)";
  CHECK_FALSE(possible("stack", memory, "not (" + both + ")"));
  // Without release and acquire the other block's node can be seen before its value.
  CHECK(possible("relaxed_stack", memory, "taken[0]=0"));
}

TEST_CASE("kernel pointers: a setup keeps pointers in memory", "[kernel][pointers][setup]") {
  kernel::Launch how =
      launches("sum", {buffer("0", "first"), buffer("1", "nodes"), buffer("2", "total")},
               "forall (total=7)", 1);
  how.setup = kernel::Setup{"build", {}};
  const LaunchedKernel built = recorded_pointers(how);
  CHECK_FALSE(can_stop(built));
  CHECK(reached(built.test));
  CHECK(explored(built.test).outcomes.size() == 1);
  how.setup.reset();
  how.question = "forall (total=0)";
  CHECK(reached(recorded_pointers(how).test));  // first is null
}

TEST_CASE("kernel pointers: bits of pointers carry more", "[kernel][pointers]") {
  const std::vector<Binding> memory = {
      buffer("0", "place"), {"1", Buffer{"nodes", 8, 4, {}}}, {"2", Buffer{"out", 2, 4, {}}}};
  CHECK(possible("tagged", memory, "out[0]=7 /\\ out[1]=1"));
  CHECK_FALSE(possible("tagged", memory, "not (out[0]=7 /\\ out[1]=1) /\\ not (out[0]=0)"));
  CHECK(possible("packed", memory, "out[0]=7"));
  CHECK_FALSE(possible("packed", memory, "not (out[0]=7) /\\ not (out[0]=0)"));
}

TEST_CASE("kernel pointers: an index from memory", "[kernel][pointers]") {
  const LaunchedKernel good = small(indexes, 1, 4, asks_result);
  CHECK(good.facts.assertions.empty());
  CHECK(results_in(good, 11));
  CHECK(misuse(small(indexes, 2)) ==
        "the access is outside of 'x', which has 2 elements, or between two of its elements");
  CHECK(misuse(small(indexes, -1)) ==
        "the access is outside of 'x', which has 2 elements, or between two of its elements");
  const std::string bytes = "ld.u64 %rd4, [%rd2];\nadd.s64 %rd5, %rd1, %rd4;\nld.u32 %r2, [%rd5];";
  CHECK(small(bytes, 4, 8).facts.assertions.empty());
  CHECK(misuse(small(bytes, 2, 8)) ==
        "the access is outside of 'x', which has 2 elements, or between two of its elements");
}

TEST_CASE("kernel pointers: what is known to go wrong stops the thread", "[kernel][pointers]") {
  const auto known = [](const std::string& access) {
    return misuse(small(access + "\nst.u32 [%rd1], 99;", 0, 4, "locations [ x[0]; ]"));
  };
  CHECK(known("ld.u32 %r1, [%rd1+8];") == "the access is at byte 8 of 'x', which has 8 bytes");
  CHECK(known("st.u32 [%rd1-4], 1;") == "the access is 4 bytes in front of 'x'");
  CHECK(known("atom.add.u32 %r1, [%rd1+2], 1;") ==
        "the access is at byte 2 of 'x', which is no multiple of the 4 bytes that it takes");
  const LaunchedKernel stopped =
      small("ld.u32 %r1, [%rd1+8];\nst.u32 [%rd1], 99;", 0, 4, "exists (x[0]=99)");
  CHECK_FALSE(reached(stopped.test));
}

TEST_CASE("kernel pointers: null is no memory", "[kernel][pointers]") {
  const std::string follows = "ld.u64 %rd4, [%rd2];\nld.u32 %r1, [%rd4];";
  const LaunchedKernel null = small(follows, 0, 8);
  CHECK(can_stop(null));
  REQUIRE(null.facts.assertions.size() == 1);
  CHECK(null.facts.assertions[0].kind == StopKind::null);
  CHECK(null.facts.assertions[0].text == "the access is through a null pointer");
  CHECK(misuse(small(follows, 4096, 8)) == "the access is to no memory of the launch");
  const std::string guarded =
      "ld.u64 %rd4, [%rd2];\nsetp.eq.s64 %p1, %rd4, 0;\n@%p1 bra $end;\nld.u32 %r1, [%rd4];\n"
      "$end:";
  CHECK_FALSE(can_stop(small(guarded, 0, 8)));
}

TEST_CASE("kernel pointers: null of memory that nobody gave is not the kernel's fault",
          "[kernel][pointers]") {
  const auto stop_in = [](const std::string& body, const kernel::Launch& how) {
    const LaunchedKernel launched = kernel::read_launched(module_text(body), "k.ptx", how);
    REQUIRE(launched.facts.assertions.size() == 1);
    CHECK(can_stop(launched));
    return launched.facts.assertions.front();
  };
  // Loaded at run time, or known; at once, or with an offset, or through shared memory.
  const std::string written = "st.u32 [%rd2+8], 1;\n";
  for (const std::string follows :
       {"ld.u64 %rd4, [%rd2];\nst.u32 [%rd4+4], 1;",
        "ld.u64 %rd4, [%rd2];\ncvta.to.global.u64 %rd5, %rd4;\nadd.s64 %rd6, %rd5, 8;\n"
        "st.global.u32 [%rd6], 1;",
        "ld.u64 %rd4, [%rd2];\nst.u64 [%rd1], %rd4;\nld.u64 %rd5, [%rd1];\nst.u32 [%rd5], 1;"}) {
    CAPTURE(follows);
    for (const bool known : {true, false}) {
      kernel::Launch how = usual_launch();
      how.knows_unwritten = known;
      const Assertion stop = stop_in(known ? follows : written + follows, how);
      CHECK(stop.kind == StopKind::not_given);
      CHECK(stop.text.starts_with("y"));
      how.grids[0].parameters[1] = {"py", Buffer{"y", 2, 8, {0}}};
      CHECK(stop_in(follows, how).kind == StopKind::null);
    }
  }
}

TEST_CASE("kernel pointers: null and other strays are told apart", "[kernel][pointers]") {
  // Any number, since two threads add to it.
  const std::string any = "atom.add.u64 %rd4, [%rd2], %rd2;\nst.u64 [%rd4], %rd4;";
  kernel::Launch how = usual_launch(2, "locations [ y; ]");
  how.grids[0].parameters[0] = {"px", Buffer{"x", 2, 8, {10, 11}}};
  how.grids[0].parameters[1] = {"py", Buffer{"y", 1, 8, {0}}};
  const LaunchedKernel launched = kernel::read_launched(module_text(any), "k.ptx", how);
  const Answer report = explored(launched.test);
  std::map<StopKind, bool> reached;
  for (const Assertion& stop : launched.facts.assertions) {
    const RegisterTerm stopped{stop.thread, stop.reg};
    reached[stop.kind] = can_be(launched.test, report, stopped, stop.value) || reached[stop.kind];
  }
  CHECK(reached == std::map<StopKind, bool>{{StopKind::misuse, false}, {StopKind::null, true}});
}

TEST_CASE("kernel pointers: pointers are numbers", "[kernel][pointers]") {
  // The difference of a pointer that was in memory and the buffer; its product with 2, and back.
  const std::string stores = "add.s64 %rd4, %rd1, 4;\nst.u64 [%rd2], %rd4;\nld.u64 %rd5, [%rd2];\n";
  const auto result = [&](const std::string& code) {
    return small(stores + code, 0, 8, "locations [ x[1]; y; 0:r0; ]");
  };
  CHECK(results_in(result("sub.s64 %rd6, %rd5, %rd1;\ncvt.u32.u64 %r1, %rd6;\n"
                          "st.u32 [%rd3], %r1;"),
                   4));
  CHECK(results_in(result("shl.b64 %rd6, %rd5, 1;\nshr.u64 %rd6, %rd6, 1;\nld.u32 %r1, [%rd6];\n"
                          "st.u32 [%rd3], %r1;"),
                   11));
}

TEST_CASE("kernel pointers: fields of different sizes", "[kernel][pointers]") {
  kernel::Launch how = usual_launch(1, "locations [ y; ]");
  const Test test = kernel_test(
      "mov.u16 %rs1, 3;\nst.u32 [%rd1], 1;\nst.u64 [%rd1+8], 2;\nst.u16 [%rd1+4], %rs1;\n", how);
  std::vector<std::string> names;
  for (const Location& location : test.program.locations) names.push_back(location.name);
  CHECK(names == std::vector<std::string>{"x_at_0", "x_at_4", "x_at_8", "y"});
}

TEST_CASE("kernel pointers: how many elements there are must be known", "[kernel][pointers]") {
  // The index is any number, as far as the reader knows.
  const std::string counts =
      "$again: atom.add.u32 %r1, [%rd2], 1;\nmul.wide.s32 %rd4, %r1, 4;\n"
      "add.s64 %rd5, %rd1, %rd4;\nld.u32 %r2, [%rd5];\n"
      "setp.ne.s32 %p1, %r2, 5;\n@%p1 bra $again;";
  try {
    kernel_test(counts);
    FAIL_CHECK("no error");
  } catch (const InputError& error) {
    CAPTURE(error.what());
    CHECK(error.line == body_line + 3);
    CHECK(error.message ==
          "an index into 'x' can be any number, and how many elements it has is "
          "not said");
    CHECK(error.suggestion.find("--input x=0,0,0,0") != std::string::npos);
    CHECK(error.suggestion.find("\"count\" in the launch") != std::string::npos);
  }
  const LaunchedKernel known = small(counts, 0);
  CHECK(misuse(known) ==
        "the access is outside of 'x', which has 2 elements, or between two of its elements");
}

}  // namespace opexplore::testing
