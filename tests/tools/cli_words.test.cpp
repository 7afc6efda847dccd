// What the programs say on standard error and of themselves.
#include <string>

#include "tests/catch.hpp"
#include "tests/tools/cli.hpp"
#include "tools/command_line.hpp"
#include "tools/terminal.hpp"

namespace opexplore::testing {

TEST_CASE("option -q keeps what changes a verdict", "[cli][words]") {
  const Folder folder;
  const std::string huge = folder.add("huge.litmus", huge_test());
  CHECK(contains(complaint("-q --max-states 100 --machine sc " + huge), "exploration incomplete"));
  const std::string stuck = folder.add("stuck.litmus", deadlock_test);
  CHECK(contains(complaint("-q " + stuck), "deadlock: "));
  const std::string filtered =
      folder.add("filter.litmus",
                 "PTX Filtered\n{ x = 0; }\n P0@cta 0,gpu 0 ;\n st.weak x, 1 ;\nfilter (x == 7)\n"
                 "exists (x == 1)\n");
  CHECK(contains(complaint("-q " + filtered), "the filter lets no final state through"));
  const std::string good = folder.add("SB.litmus", store_buffering());
  const std::string expect = folder.add("e.csv", "SB.litmus,0\n");
  CHECK(contains(complaint("-q --expect " + expect + ' ' + good), "expected No, found Ok"));
  CHECK(complaint("-q " + good).empty());
  const std::string other = folder.add("other.litmus", store_buffering("Other"));
  CHECK(contains(complaint("--expect " + expect + ' ' + other), "no expectation is given"));
  CHECK(complaint("-q --expect " + expect + ' ' + other).empty());
  const std::string twin = folder.add("twin.litmus", huge_test().replace(4, 4, "SB"));
  CHECK(contains(complaint("-q --max-states 10 --machine sc " + good + ' ' + twin),
                 "Different hashes for test SB"));
}

// A sanitizer takes terabytes of addresses before anything else.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool limits_addresses = false;
#else
constexpr bool limits_addresses = true;
#endif

TEST_CASE("lack of memory or threads is no internal error", "[cli][words]") {
  if (!limits_addresses) return;
  const Folder folder;
  std::string tests;
  for (const char letter : {'a', 'b', 'c'}) {
    const std::string name(1, letter);
    tests += ' ' + folder.add(name + ".litmus", store_buffering(name));
  }
  // Kilobytes: from where the programs can start to where they have enough. Below, the dynamic
  // linker says so itself (127), or the kernel (SIGSEGV), or the C++ runtime when there is no room
  // for an exception (SIGABRT). The kernel also does later: in narrow bands libcrypto begins
  // without the lock that it then takes.
  for (const std::string& command :
       {"opexplore -q" + tests, std::string("opgen -q PodWW Rfe PodRR Fre"),
        std::string("opmap check --no-weaken --every 400 --family accesses --table lustig19"),
        "oplitmus gen -q -o '" + folder.path("suite") + '\'' + tests}) {
    bool started = false;
    for (int most = 10'000; most <= 60'000; most += 2'500) {
      INFO(most << " " << command);
      const auto result = run("(ulimit -v " + std::to_string(most) + "; " + command + ") 2>&1");
      INFO(result.output);
      CHECK_FALSE(contains(result.output, "internal error"));
      const bool too_small = result.status == 127 || result.status == 134;
      if (result.status == 139 || (!started && too_small)) continue;
      started = true;
      if (result.status == 0) continue;
      CHECK(result.status == 1);
      CHECK(contains(result.output, "out of memory"));
    }
    CHECK(started);
  }
}

TEST_CASE("options of herd that are not offered have a reason", "[cli][words]") {
  for (const std::string name :
       {"oneinit", "fontsize", "splines", "showevents", "dotcom", "view", "xscale"}) {
    INFO(name);
    CHECK(refused_option(name).value_or("").starts_with("drawings have one style"));
  }
  CHECK(refused_option("badexecs"));
  CHECK(contains(refused_option("c11").value_or(""), "machine cxx"));
}

TEST_CASE("help shows the settings of machines when asked", "[cli][words]") {
  const std::string usual = program("--help").output;
  CHECK(contains(usual, "--trace [full]"));
  CHECK(contains(usual, "--help all, write, machines (settings)"));
  CHECK_FALSE(contains(usual, "ptx-reading"));
  CHECK(contains(program("--help machines").output, "  ptx-reading=isa|dat3m|cuda"));
  CHECK_FALSE(contains(program("--help all").output, "ptx-reading"));
  CHECK(usual.find("--grid X") < usual.find("--never EXPRESSION"));
  CHECK(usual.find("--property LIST") < usual.find("--trace [full]"));
  CHECK(usual.find("--trace [full]") < usual.find("--timeout TIME"));
}

TEST_CASE("progress says of what and how long", "[cli][words]") {
  const Progress progress{12, 5000, 1200, 30, 4.2};
  CHECK(progress_line({"MP", std::chrono::seconds(60)}, progress, "10:31:07") ==
        "MP: Progress(12) at 10:31:07, 4 s of 60 s: 5,000 states generated (71,428 a minute), "
        "1,200 distinct (17,142 a minute), 30 left at this depth");
  CHECK(progress_line({}, progress, "10:31:07").starts_with("Progress(12) at 10:31:07, 4 s: "));
  CHECK(count_line("Tests", 0, 1300, 60) == "Tests: 0 of 1,300 done");
  CHECK(count_line("Tests", 12, 300, 1.9) == "Tests: 12 of 300 done");
  CHECK(count_line("Tests", 100, 300, 20) == "Tests: 100 of 300 done, 40 s left");
  CHECK(count_line("Tests", 1, 300, 20) == "Tests: 1 of 300 done, 1 h left");
  CHECK(count_line("Tests", 300, 300, 20) == "Tests: 300 of 300 done, 0 s left");
}

TEST_CASE("what is no litmus test is told what to do with", "[cli][words]") {
  const Folder folder;
  const std::string cuda =
      complaint(folder.add("queue.cuh", "// A queue.\n__global__ void f() {}\n"));
  CHECK(contains(cuda, "found CUDA C++; in a file, opexplore queue.cu compiles and explores it"));
  CHECK(contains(
      run("opmap nvcc --ptx x " + folder.add("k.ptx", "//\n.version 7.5\n") + " 2>&1").output,
      "found a module of PTX kernels"));
  const auto refusal = [&](const std::string& name, const std::string& text) {
    return complaint(folder.add(name, text));
  };
  CHECK(contains(refusal("a",
                         "PTX a\n{ x = 0; }\n P0 | P1 ;\n st.weak x, 1 | ld.weak r0, x ;\n"
                         "exists (P1:r0 == 0)\n"),
                 "expected '@' and the place of the thread, found '|'; scopes need to know who "
                 "shares a CTA and a GPU: write 'P0@cta 0,gpu 0'"));
  CHECK(contains(refusal("b",
                         "PTX b\n{ x = 0; }\n P0@cta 0,gpu 0 ;\n ld.acquire.device r0, x ;\n"
                         "exists (P0:r0 == 0)\n"),
                 "the scope of a block is .cta, of a device .gpu, of all .sys"));
  CHECK(contains(refusal("c",
                         "C c\n{ x = 0; }\nP0 (atomic_int* x) { WRITE_ONCE(*x, 1); }\n"
                         "exists (x=1)\n"),
                 "Linux kernel C is not modelled; nearest: atomic_store_explicit(x, 1, "
                 "memory_order_relaxed)"));
}

TEST_CASE("a kernel is called as in its source", "[cli][words]") {
  const Folder folder;
  const auto name = [&](const std::string& entry, const std::string& more = "") {
    const std::string ptx =
        folder.add("k.ptx", ".version 7.5\n.target sm_75\n.address_size 64\n.visible .entry " +
                                entry + "(.param .u64 p)\n{\nret;\n}\n" + more);
    const std::string launch = folder.add("l.json", "{\"kernel\": \"" + entry +
                                                        "\", \"parameters\": [\"x\"], "
                                                        "\"condition\": \"exists (x=0)\"}");
    const std::string log = program("-q --launch " + launch + ' ' + ptx).output;
    return log.substr(0, log.find('\n'));
  };
  CHECK(name("_Z7handoffPi") == "Test handoff Allowed");
  CHECK(name("handoff") == "Test handoff Allowed");
  CHECK(name("_ZN5queue4pushEPi") == "Test queue::push Allowed");
  CHECK(name("_Z4pushIiEvPT_") == "Test push Allowed");
  CHECK(name("_Z4pushPi", ".visible .entry _Z4pushPf(.param .u64 q)\n{\nret;\n}\n") ==
        "Test _Z4pushPi Allowed");
}

}  // namespace opexplore::testing
