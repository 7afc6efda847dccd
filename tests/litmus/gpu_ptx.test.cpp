// The GPU_PTX dialect (Sorensen 2014, section 3.1): whole tests, as read and as written.
#include <string>
#include <vector>

#include "litmus/language/gpu_ptx_format/dialect.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/same_test.hpp"

using namespace opexplore;

namespace {

// Figure 3.2: store buffering between two warps, through shared and global memory.
const std::string store_buffering =
    "GPU_PTX SB\n"
    "\"Both loads miss both stores?\"\n"
    "{\n"
    "0: .reg .s32 r0;\n"
    "0: .reg .s32 r2;\n"
    "0: .reg .b64 r1 = x;\n"
    "0: .reg .b64 r3 = y;\n"
    "1: .reg .s32 r0;\n"
    "1: .reg .s32 r2;\n"
    "1: .reg .b64 r1 = y;\n"
    "1: .reg .b64 r3 = x;\n"
    "}\n"
    "T0                | T1                ;\n"
    "mov.s32 r0,1      | mov.s32 r0,1      ;\n"
    "st.cg.s32 [r1],r0 | st.cg.s32 [r1],r0 ;\n"
    "ld.cg.s32 r2,[r3] | ld.cg.s32 r2,[r3] ;\n"
    "\n"
    "ScopeTree\n"
    "(device (cta (warp T0) (warp T1)))\n"
    "\n"
    "y: global, x: shared\n"
    "\n"
    "exists\n"
    "(0:r2=0 & 1:r2=0)\n";

// Figure 4.7: a lock taken with compare and swap.
const std::string cas_spin_lock =
    "GPU_PTX CAS-SL+membar.gls\n"
    "{\n"
    "0: .reg .b32 r0;\n"
    "1: .reg .b32 r0;\n"
    "1: .reg .pred r1;\n"
    "1: .reg .u32 r2;\n"
    "y = 1;\n"
    "x = 0;\n"
    "}\n"
    " T0                       | T1                         ;\n"
    " st.cg.u32 [x], 1         | atom.cas.b32 r0, [y], 0, 1 ;\n"
    " membar.gl                | setp.eq.u32 r1, r0, 0      ;\n"
    " atom.exch.b32 r0, [y], 0 | @r1 membar.gl              ;\n"
    "                          | @r1 ld.cg.u32 r2, [x]      ;\n"
    "\n"
    "ScopeTree\n"
    "(device (cta (warp T0)) (cta (warp T1)))\n"
    "\n"
    "y: global, x: global\n"
    "\n"
    "exists (1:r0=0 /\\ 1:r2=0)\n";

// Figure 4.8: one taken with an exchange.
const std::string exchange_spin_lock =
    "GPU_PTX EXCH-SL\n"
    "{\n"
    "0: .reg .b32 r0;\n"
    "1: .reg .b32 r0;\n"
    "1: .reg .pred r1;\n"
    "1: .reg .u32 r2;\n"
    "y = 1;\n"
    "x = 0;\n"
    "}\n"
    " T0                       | T1                       ;\n"
    " st.cg.u32 [x], 1         | atom.exch.b32 r0, [y], 1 ;\n"
    " atom.exch.b32 r0, [y], 0 | setp.eq.u32 r1, r0, 0    ;\n"
    "                          | @r1 ld.cg.u32 r2, [x]    ;\n"
    "\n"
    "ScopeTree\n"
    "(device (cta (warp T0)) (cta (warp T1)))\n"
    "\n"
    "y: global, x: global\n"
    "\n"
    "exists (1:r0=0 /\\ 1:r2=0)\n";

// Figure 4.13: an owner pushes a task and a thief steals it.
const std::string dynamic_load_balancing =
    "GPU_PTX DLB-MP\n"
    "{\n"
    "0: .reg .s32 r2;\n"
    "1: .reg .u32 r0;\n"
    "1: .reg .pred p1;\n"
    "1: .reg .u32 r2;\n"
    "d = 0;\n"
    "t = 0;\n"
    "}\n"
    " T0                       | T1                       ;\n"
    " st.cg.u32 [d], 1         | ld.volatile.u32 r0, [t]  ;\n"
    " ld.volatile.s32 r2, [t]  | setp.eq.u32 p1, r0, 0    ;\n"
    " add.s32 r2, r2, 1        | @!p1 ld.cg.u32 r2, [d]   ;\n"
    " st.volatile.s32 [t], r2  |                          ;\n"
    "ScopeTree (grid (cta (warp T0)) (cta (warp T1)))\n"
    "d: global, t: global\n"
    "exists (1:r0=1 /\\ 1:r2=0)\n";

const Thread& thread(const Test& test, std::size_t number) {
  return test.program.threads.at(number);
}

const Action& action(const Test& test, std::size_t number, std::size_t index) {
  return thread(test, number).instructions.at(index).action;
}

/// A test of three threads, T1 in the middle, with that scope tree.
Test placed(const std::string& tree) {
  return read("GPU_PTX t\n{ }\nT0 | T1 | T2;\nst [x], 1 | | ;\nScopeTree " + tree +
                  "\nx: global\nexists (x=1)",
              "t");
}

std::vector<std::vector<std::uint32_t>> places(const std::string& tree) {
  const Test test = placed(tree);
  std::vector<std::vector<std::uint32_t>> result;
  for (const Thread& one : test.program.threads) result.push_back({one.gpu, one.cta, one.warp});
  opexplore::testing::check_round_trips(test);
  return result;
}

}  // namespace

TEST_CASE("GPU_PTX: figure 3.2 is read", "[litmus]") {
  const Test test = read(store_buffering, "sb.litmus");
  CHECK(test.name == "SB");
  CHECK(test.comments == std::vector<std::string>{"Both loads miss both stores?"});
  REQUIRE(test.program.addresses.size() == 2);
  CHECK(test.program.locations[0] == Location{"x", 0, Region::shared});
  CHECK(test.program.locations[1] == Location{"y", 0, Region::global});
  for (const std::size_t t : {0U, 1U}) {
    CHECK(thread(test, t).gpu == 0);
    CHECK(thread(test, t).cta == 0);
    CHECK(thread(test, t).warp == t);
    const Value own = usual_number(static_cast<AddressId>(t));
    const Value other = usual_number(static_cast<AddressId>(1 - t));
    CHECK(thread(test, t).registers == std::vector<Register>{{"r0", 0, NumberType::s32},
                                                             {"r2", 0, NumberType::s32},
                                                             {"r1", own, NumberType::b64},
                                                             {"r3", other, NumberType::b64}});
    const auto& store = std::get<Store>(action(test, t, 1));
    CHECK(store.address == t);
    CHECK(store.pointer == RegisterId{2});
    CHECK(store.value == Operand{RegisterOperand{0}});
    CHECK(store.order == Order::weak);
    CHECK(store.annotation == Annotation::cg);
    const auto& load = std::get<Load>(action(test, t, 2));
    CHECK(load.address == 1 - t);
    CHECK(load.pointer == RegisterId{3});
    CHECK(load.destination == 1);
    CHECK(load.annotation == Annotation::cg);
  }
  CHECK(std::get<Arithmetic>(action(test, 0, 0)) ==
        Arithmetic{ArithmeticOp::move, 0, Value{1}, Value{0}, NumberType::s32});
  CHECK(condition_line(test) == "exists (0:r2=0 /\\ 1:r2=0)");
}

TEST_CASE("GPU_PTX: figure 3.2 in the PTX dialect", "[litmus]") {
  CHECK(write(read(store_buffering, "sb")) ==
        "PTX SB\n"
        "\"Both loads miss both stores?\"\n"
        "{\n"
        " x=0;\n"
        " y=0;\n"
        " 0: .reg .s32 r0;\n"
        " 0: .reg .s32 r2;\n"
        " 0: .reg .b64 r1 = x;\n"
        " 0: .reg .b64 r3 = y;\n"
        " 1: .reg .s32 r0;\n"
        " 1: .reg .s32 r2;\n"
        " 1: .reg .b64 r1 = y;\n"
        " 1: .reg .b64 r3 = x;\n"
        "}\n"
        " P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n"
        " mov.s32 r0, 1  | mov.s32 r0, 1  ;\n"
        " st.cg [r1], r0 | st.cg [r1], r0 ;\n"
        " ld.cg r2, [r3] | ld.cg r2, [r3] ;\n"
        "x: shared\n"
        "exists (0:r2=0 /\\ 1:r2=0)\n");
}

TEST_CASE("GPU_PTX: a test is written as the thesis writes it", "[litmus]") {
  CHECK(write(read(cas_spin_lock, "cas"), gpu_ptx_dialect) == cas_spin_lock);
  CHECK(write(read(exchange_spin_lock, "exch"), gpu_ptx_dialect) == exchange_spin_lock);
}

TEST_CASE("GPU_PTX: the case studies survive both dialects", "[litmus]") {
  const std::string text = GENERATE(as<std::string>{}, store_buffering, cas_spin_lock,
                                    exchange_spin_lock, dynamic_load_balancing);
  opexplore::testing::check_round_trips(read(text, "study"));
}

TEST_CASE("GPU_PTX: a guard is a branch over its instruction", "[litmus]") {
  const Test cas = read(cas_spin_lock, "cas");
  REQUIRE(thread(cas, 1).instructions.size() == 6);
  const RegisterId predicate = 1;
  CHECK(thread(cas, 1).registers[predicate] == Register{"r1", 0, NumberType::pred});
  for (const std::size_t at : {2U, 4U}) {
    CHECK(std::get<Branch>(action(cas, 1, at)) == Branch{Comparison::equal,
                                                         RegisterOperand{predicate}, Value{0},
                                                         static_cast<InstructionId>(at + 2)});
  }
  CHECK(std::get<Fence>(action(cas, 1, 3)) == Fence{Order::sc, Scope::gpu});
  CHECK(thread(cas, 1).instructions[2].text == "@r1");
  CHECK(thread(cas, 1).instructions[3].text == "membar.gl");
  const SourcePlace guard = thread(cas, 1).instructions[2].place;
  CHECK(thread(cas, 1).instructions[3].place == SourcePlace{guard.line, guard.column + 4});

  const Test balancing = read(dynamic_load_balancing, "dlb");
  CHECK(std::get<Branch>(action(balancing, 1, 2)).comparison == Comparison::not_equal);
  CHECK(std::get<Load>(action(balancing, 1, 3)).annotation == Annotation::cg);
}

TEST_CASE("GPU_PTX: atomics, fences and volatile accesses mean what PTX says", "[litmus]") {
  const Test cas = read(cas_spin_lock, "cas");
  const auto& swap = std::get<Atomic>(action(cas, 1, 0));
  CHECK(swap.op == AtomicOp::cas);
  CHECK(swap.order == Order::relaxed);
  CHECK(swap.scope == Scope::gpu);
  CHECK(swap.expected == Operand{Value{0}});
  CHECK(swap.operand == Operand{Value{1}});
  CHECK(cas.program.locations[0] == Location{"y", 1, Region::global});
  const Test balancing = read(dynamic_load_balancing, "dlb");
  const auto& load = std::get<Load>(action(balancing, 1, 0));
  CHECK(load.annotation == Annotation::volatile_);
  CHECK(load.order == Order::relaxed);
  CHECK(load.scope == Scope::sys);
}

TEST_CASE("GPU_PTX: a conditional jump has a guard", "[litmus]") {
  const Test test = read(
      "GPU_PTX t\n{ 0: .reg .pred p0; 0: .reg .s64 r1; }\nT0;\n"
      "L: ld r1, [x];\nsetp.eq.s64 p0, r1, 0;\n@p0 bra L;\n@!p0 bra.uni E;\n@p0 bar.sync 0;\nE: ;\n"
      "ScopeTree (device (cta (warp T0)))\nx: global\nexists (x=1)",
      "t");
  CHECK(std::get<Branch>(action(test, 0, 2)) ==
        Branch{Comparison::not_equal, RegisterOperand{0}, Value{0}, 0});
  CHECK(thread(test, 0).instructions[2].text == "@p0 bra L");
  CHECK(std::get<Branch>(action(test, 0, 3)) ==
        Branch{Comparison::equal, RegisterOperand{0}, Value{0}, 6});
  const std::string text = write(test, gpu_ptx_dialect);
  CAPTURE(text);
  CHECK(text.find(" LC0:") != text.npos);
  CHECK(text.find(" @p0 bra LC0 ") != text.npos);
  CHECK(text.find(" @!p0 bra LC6 ") != text.npos);
  CHECK(text.find(" @p0 bar.cta.sync 0 ") != text.npos);
  opexplore::testing::check_round_trips(test);
}

TEST_CASE("GPU_PTX: an instruction that is jumped to is not written under a guard", "[litmus]") {
  const std::string text =
      "GPU_PTX t\n{ 0: .reg .pred p0; }\nT0;\n"
      "@!p0 bra E;\nL: st [x], 1;\nE: bra L;\n"
      "ScopeTree (device (cta (warp T0)))\nx: global\nexists (x=1)";
  const Test test = read(text, "t");
  const std::string written = write(test, gpu_ptx_dialect);
  CAPTURE(written);
  CHECK(written.find("@p0 st") == written.npos);
  CHECK(written.find("@!p0 bra LC2") != written.npos);
  opexplore::testing::check_round_trips(test);
}

TEST_CASE("GPU_PTX: scope trees place threads", "[litmus]") {
  using Places = std::vector<std::vector<std::uint32_t>>;
  CHECK(places("(device (cta (warp T0 T1 T2)))") == Places{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}});
  CHECK(places("(device (cta (warp T0) (warp T1)) (cta (warp T2)))") ==
        Places{{0, 0, 0}, {0, 0, 1}, {0, 1, 0}});
  CHECK(places("(device (cta (warp T2)) (cta (warp T0) (warp T1)))") ==
        Places{{0, 1, 0}, {0, 1, 1}, {0, 0, 0}});
  CHECK(places("(device (cta (warp T2 T0)))(device(cta(warp T1)))") ==
        Places{{0, 0, 0}, {1, 0, 0}, {0, 0, 0}});
  CHECK(places("(grid 3 (cta 7 (warp 2 T0) (warp T1)) (cta (warp 1 T2)))") ==
        Places{{3, 7, 2}, {3, 7, 1}, {3, 1, 1}});
}

TEST_CASE("GPU_PTX: scope trees number a level only where it is needed", "[litmus]") {
  const auto tree = [](const std::string& written) {
    const std::string text = write(placed(written), gpu_ptx_dialect);
    const std::size_t begin = text.find("ScopeTree\n") + 10;
    return text.substr(begin, text.find('\n', begin) - begin);
  };
  CHECK(tree("(device (cta (warp T0) (warp T1)) (cta (warp T2)))") ==
        "(device (cta (warp T0) (warp T1)) (cta (warp T2)))");
  CHECK(tree("(device (cta 4 (warp T1)) (cta (warp T0 T2)))") ==
        "(device (cta 1 (warp T0 T2)) (cta 4 (warp T1)))");
  CHECK(tree("(device 1 (cta (warp T2 T1))) (device 2 (cta (warp 3 T0)))") ==
        "(device 2 (cta (warp 3 T0))) (device (cta (warp T1 T2)))");
}

TEST_CASE("GPU_PTX: everything of the PTX dialect may be written", "[litmus]") {
  const Test test = read(
      "gpu_ptx all\nCom=Rf Fr\n"
      "{ T0: .reg .s64 r1; P0: .reg .s64 r2 = -5; 0: .reg .u32 %r3 = 0xffffffff;\n"
      "  1: .reg .s32 r1 = 0xffffffff; x = 7; y @ generic aliases x; t @ texture aliases y; }\n"
      "(* (* *) T0 | T1;\n"
      "A: ld.acquire.gpu r1, x | bar.cta.sync 0, 1, 2;\nbeq r1, 0, A | tld r1, t;\n"
      "atom.relaxed.cta.add.u64 r2, [y], 1 | fence.proxy.texture;\nld r1, 5 | goto E;\n"
      "| st.release.sys y, r1;\nfence.acq_rel.sys | E:;\n"
      "ScopeTree (device (cta (warp T0) (warp T1)))\nx: global;\n"
      "filter (T0:r1=5) locations [1:r1; y;] final (P0:r2=7 & x=8)",
      "all");
  CHECK(thread(test, 0).registers == std::vector<Register>{{"r1", 0, NumberType::s64},
                                                           {"r2", -5, NumberType::s64},
                                                           {"r3", 4294967295, NumberType::u32}});
  CHECK(thread(test, 1).registers == std::vector<Register>{{"r1", -1, NumberType::s32}});
  CHECK(test.program.addresses.size() == 3);
  CHECK(condition_line(test) == "exists (0:r2=7 /\\ [x]=8)");
  CHECK(test.filter.has_value());
  opexplore::testing::check_round_trips(test);
}

TEST_CASE("GPU_PTX: accesses have the type of their registers", "[litmus]") {
  const auto written = [](const std::string& registers, const std::string& code) {
    const std::string text =
        write(read("GPU_PTX t\n{" + registers + "}\nT0;\n" + code +
                       ";\nScopeTree (device (cta (warp T0)))\nx: global\nexists (x=1)",
                   "t"),
              gpu_ptx_dialect);
    return text.substr(text.find(" T0"), text.find("ScopeTree") - text.find(" T0"));
  };
  const std::string narrow = "0: .reg .u32 r1; 0: .reg .s32 r2;";
  const std::string typed = written(narrow, "ld r1, [x]; st [x], r2; st [x], 1; red.min [x], r2");
  CHECK(typed ==
        " T0                  ;\n ld.u32 r1, [x]      ;\n st.s32 [x], r2      ;\n"
        " st.u32 [x], 1       ;\n red.min.s32 [x], r2 ;\n\n");
  CHECK(written(narrow, "ld r1, [x]; st [x], 0x100000000").find("ld r1, [x]") != std::string::npos);
  CHECK(written("0: .reg .u32 r1; 0: .reg .s64 r2;", "ld r1, [x]; st [x], r2").find("ld r1, [x]") !=
        std::string::npos);
}

TEST_CASE("the PTX dialect has declarations, warps and a memory map too", "[litmus]") {
  const Test test = read(
      "PTX t\n{ P0: .reg .b64 r1 = x; 1: .reg .pred p3; 0:p2=1; }\n"
      "P0@warp 4,cta 0,gpu 0 | P1@gpu 0,warp 0,cta 0 | P2@cta 0,gpu 0 | P3@cta 0,gpu 0,warp 1;\n"
      "ld.ca.s32 r2, [r1] | @p3 st.wb.shared [y], 1 | | ;\n"
      "x: global, y: shared\nexists (1:p3=1 /\\ 0:p2=1)",
      "t");
  CHECK(thread(test, 0).warp == 4);
  CHECK(thread(test, 1).warp == 0);
  CHECK(thread(test, 2).warp == 1);  // the first that no thread before it has
  CHECK(thread(test, 3).warp == 1);
  CHECK(test.program.locations[1].region == Region::shared);
  CHECK(thread(test, 0).registers[1] == Register{"p2", 1, NumberType::pred});
  CHECK(std::get<Load>(action(test, 0, 0)).pointer == RegisterId{0});
  opexplore::testing::check_round_trips(test);
}

TEST_CASE("threads that name no warp have one of their own in their CTA", "[litmus]") {
  const Test test = read(
      "PTX t\n{ }\nP0@cta 0,gpu 0 | P1@cta 0,gpu 1 | P2@cta 0,gpu 0 | P3@cta 1,gpu 0 | "
      "P4@cta 0,gpu 1;\nst x, 1 | | | | ;\nexists (x=1)",
      "t");
  std::vector<std::uint32_t> warps;
  for (const Thread& one : test.program.threads) warps.push_back(one.warp);
  CHECK(warps == std::vector<std::uint32_t>{0, 0, 1, 0, 1});
  CHECK(write(test).find("warp") == std::string::npos);
}

TEST_CASE("names of predicates remain names of locations", "[litmus]") {
  const Test test = read(
      "PTX t\n{ p0 = 1; }\nP0@cta 0,gpu 0;\nld r1, p0; setp.eq p0, r1, 1; st p0, p0;\n"
      "exists (p0=1 /\\ 0:p0=1)",
      "t");
  CHECK(test.program.addresses.size() == 1);
  CHECK(std::get<Load>(action(test, 0, 0)).address == 0);
  CHECK(std::get<Store>(action(test, 0, 2)).value == Operand{RegisterOperand{1}});
  opexplore::testing::check_round_trips(test);
}
