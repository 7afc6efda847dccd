// PTX in the language of kernels: what instructions are understood as, once and for all threads.
#include <sstream>
#include <string>
#include <vector>

#include "litmus/kernels/listing.hpp"
#include "tests/litmus/kernel_launch.hpp"

namespace opexplore::testing {
namespace {

// The listing of the body of a kernel, without the names of kernel and places.
std::vector<std::string> listed(const std::string& body) {
  const std::string text = module_text(body);
  std::istringstream in(kernel::listing({text, "k.ptx"}, ""));
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    const std::string code = line.substr(0, line.find(';'));
    lines.push_back(code.substr(0, code.find_last_not_of(' ') + 1));
  }
  // The first four are the name and what module_text() begins with; the last one returns.
  return {lines.begin() + 4, lines.end() - 1};
}

std::string understood(const std::string& instruction) {
  const std::vector<std::string> lines = listed(instruction);
  REQUIRE(lines.size() == 1);
  return lines.front();
}

}  // namespace

TEST_CASE("kernel code: what computes is decoded once", "[ptx][code]") {
  CHECK(understood("add.s32 %r1, %r2, -4;") == "  %r1 = add s32 %r2, -4");
  CHECK(understood("mad.wide.u32 %rd1, %r2, 4, %rd2;") ==
        "  %rd1 = product whole u32 to u64 %r2, 4, %rd2");
  CHECK(understood("setp.lt.and.s32 %p1|%p2, %r1, %r2, !%p3;") ==
        "  %p1, %p2 = comparison lt then_and s32 %r1, %r2, not %p3");
  CHECK(understood("setp.geu.f32 %p1, %r1, %r2;") ==
        "  %p1 = comparison ge unordered f32 %r1, %r2");
  CHECK(understood("cvt.rni.ftz.s32.f32 %r1, %r2;") ==
        "  %r1 = conversion flushing nearest f32 to s32 %r2");
  CHECK(understood("mov.b64 {%r1, _}, %rd1;") == "  {%r1, _} = unpacking b64 to u32 %rd1");
  CHECK(understood("add.rz.f32 %r1, %r2, %r3;") == "  %r1 = sum to_zero f32 %r2, %r3");
}

TEST_CASE("kernel code: a carry is an operand", "[ptx][code]") {
  CHECK(understood("addc.cc.u32 %r1, %r2, %r3;") ==
        "  %r1, CC.CF = carried add u32 %r2, %r3, CC.CF");
}

TEST_CASE("kernel code: accesses have what their modifiers say in any order", "[ptx][code]") {
  for (const std::string spelling : {"ld.acquire.gpu.global.u32", "ld.u32.gpu.global.acquire"}) {
    CHECK(understood(spelling + " %r1, [%rd1+4];") ==
          "  %r1 = load u32 global acquire gpu [%rd1+4]");
  }
  CHECK(understood("st.volatile.v2.u32 [%rd1], {%r1, %r2};") ==
        "  store 2xu32 relaxed sys volatile [%rd1], {%r1, %r2}");
  CHECK(understood("atom.cas.b32 %r1, [%rd1], 0, 1;") == "  %r1 = update cas b32 [%rd1], 0, 1");
  // An operand for caches changes nothing.
  CHECK(understood("ld.global.L2::cache_hint.u32 %r1, [%rd1], %rd2;") ==
        "  %r1 = load u32 global [%rd1]");
}

TEST_CASE("kernel code: what threads do together", "[ptx][code]") {
  CHECK(understood("bar.red.popc.u32 %r1, 0, 64, %p1;") ==
        "  %r1 = barrier aligned counting 0, 64, %p1");
  CHECK(understood("barrier.arrive 1, 64;") == "  barrier arrival 1, 64");
  CHECK(understood("shfl.sync.bfly.b32 %r1|%p1, %r2, 1, 31, -1;") ==
        "  %r1, %p1 = warp shuffle_butterfly %r2, 1, 31, -1");
  CHECK(understood("redux.sync.max.s32 %r1, %r2, -1;") == "  %r1 = warp reduction max s32 %r2, -1");
  CHECK(understood("membar.gl;") == "  fence sc gpu");
}

TEST_CASE("kernel code: jumps have labels, and guards say when", "[ptx][code]") {
  CHECK(listed("@!%p1 bra OUT;\nnanosleep.u32 100;\nOUT:\nexit;") ==
        std::vector<std::string>{"  if not %p1: jump OUT", "  pause 100", "OUT:", "  exit"});
}

TEST_CASE("kernel code: what is wrong with an instruction is said where it is executed",
          "[ptx][code]") {
  const std::string wrong = "add.s32.rz %r1, 1, 2;\n";
  CHECK(understood(wrong) == "  refuse: not modelled: modifier 'rz' of 'add.s32.rz'");
  CHECK_THROWS_WITH(kernel_test(wrong), "k.ptx:" + std::to_string(body_line) +
                                            ":9: not modelled: modifier 'rz' of 'add.s32.rz'");
  CHECK_NOTHROW(kernel_test("bra OUT;\n" + wrong + "cp.async.wait_all;\nOUT:"));
  CHECK_NOTHROW(kernel_test("setp.eq.s32 %p1, 1, 2;\n@%p1 " + wrong));
}

}  // namespace opexplore::testing
