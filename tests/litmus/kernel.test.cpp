// PTX kernels as tests: what nvcc wrote, and what people write.
#include "litmus/kernels/kernel.hpp"

#include <map>
#include <string>
#include <vector>

#include "explorer/explore.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/kernel_launch.hpp"

using namespace opexplore;
using namespace opexplore::testing;
using kernel::Binding;
using kernel::Buffer;
using kernel::Results;

namespace {

Test hand(const kernel::Launch& how) {
  return kernel::read_kernel(recorded("hand.sm_75.ptx"), "hand.ptx", how);
}

/// Whether the machine reaches the condition of an `exists` test.
bool satisfied(const Test& test, const std::string& machine = "ptx-proxy") {
  const MachineEntry* const entry = find_machine(machine);
  REQUIRE(entry != nullptr);
  REQUIRE_FALSE(entry->refusal(test, {}));
  const Answer report = entry->explore(test, {});
  const Verdict answer = verdict(test, report);
  REQUIRE(answer.decided);
  return answer.positive != 0;
}

}  // namespace

TEST_CASE("kernel: message passing with branches over the block", "[kernel]") {
  const Test test = hand(launch(
      grid("mp", {2, 1, 1}, {1, 1, 1},
           {buffer("0", "data"), buffer("mp_param_1", "flag"), {"2", Buffer{"out", 1, 4, {-1}}}}),
      "exists ([out]=0 \\/ out[0]=-1)"));
  CHECK(test.name == "mp");
  CHECK(test.path == "hand.ptx");
  CHECK(test.program.language == Language::ptx);
  CHECK(test.program.threads.at(0).cta == 0);
  CHECK(test.program.threads.at(1).cta == 1);
  CHECK(spelled(test, 0) == Code{"st.weak data, 42", "fence.sc.gpu", "st.volatile flag, 1"});
  const Code reader = spelled(test, 1);
  REQUIRE(reader.size() == 6);
  CHECK(reader[0] == "ld.volatile r1, flag");
  CHECK(reader[3] == "fence.sc.gpu");
  CHECK(reader[4] == "ld.weak r1, data");
  CHECK(reader[5] == "st.weak out, r1");
  CHECK(std::get<Branch>(test.program.threads[1].instructions[2].action).target == 0);
  CHECK(test.program.locations.at(2).initial == -1);
  CHECK_FALSE(satisfied(test));
  // A place and text of the module, for traces.
  CHECK(test.program.threads[0].instructions[0].text == "st.global.u32 [%rd1], %r5");
  CHECK(test.program.threads[0].instructions[0].place.line > 10);
}

TEST_CASE("kernel: indices are computed from the number of the thread", "[kernel]") {
  const Test test =
      hand(launch(grid("sb", {2, 1, 1}, {1, 1, 1}, {buffer("0", "x"), buffer("1", "out")}),
                  "exists (out[0]=0 /\\ out_1=0)"));
  CHECK(spelled(test, 0) ==
        Code{"st.volatile x_0, 1", "fence.sc.gpu", "ld.volatile r1, x_1", "st.weak out_0, r1"});
  CHECK(spelled(test, 1) ==
        Code{"st.volatile x_1, 1", "fence.sc.gpu", "ld.volatile r1, x_0", "st.weak out_1, r1"});
  CHECK_FALSE(satisfied(test));
}

TEST_CASE("kernel: shared variables belong to a CTA", "[kernel]") {
  const auto shared = [](std::uint32_t blocks) {
    return launch(grid("shared_mp", {blocks, 1, 1}, {2, 1, 1}, {buffer("0", "out")}),
                  "exists (out[0]=0)");
  };
  const Test one = hand(shared(1));
  CHECK(spelled(one, 1) == Code{"st.weak s_1, 2", "bar.cta.sync.aligned 0, 0", "ld.weak r2, s_0",
                                "st.weak out_1, r2"});
  CHECK(one.program.locations.at(2).region == Region::shared);
  CHECK(one.program.threads.at(0).warp == one.program.threads.at(1).warp);
  CHECK_FALSE(satisfied(one));
  const Test two = hand(shared(2));
  CHECK(spelled(two, 0).front() == "st.weak s_cta0_0, 1");
  CHECK(spelled(two, 3).front() == "st.weak s_cta1_1, 2");
}

TEST_CASE("kernel: a spin lock is a loop, and protects a counter", "[kernel]") {
  const Test test = hand(
      launch(grid("lock", {2, 1, 1}, {1, 1, 1}, {buffer("0", "mutex"), buffer("1", "counter")}),
             "exists (counter!=2 \\/ mutex!=0)"));
  const Code thread = spelled(test, 1);
  REQUIRE(thread.size() == 9);
  CHECK(thread[0] == "atom.relaxed.gpu.cas r3, mutex, 0, 1");
  CHECK(thread[8] == "atom.relaxed.gpu.exch r1, mutex, 0");
  CHECK_FALSE(satisfied(test));
}

TEST_CASE("kernel: loops over known numbers come out unrolled", "[kernel]") {
  const Test test = hand(launch(grid("last_block", {2, 1, 1}, {1, 1, 1},
                                     {{"0", Buffer{"result", 2, 4, {}}}, {"1", Value{21}}}),
                                "exists (result[0]=42)"));
  CHECK(test.program.locations.at(0).name == "result_0");
  CHECK(test.program.locations.at(1).name == "result_1");
  CHECK(test.program.locations.at(2).name == "count");
  Code loads;
  for (const std::string& line : spelled(test, 0)) {
    if (line.find("result") != std::string::npos) loads.push_back(line);
  }
  CHECK(loads.size() == 4);  // a store, a load of each result, the sum
  CHECK(loads[0] == "st.weak result_0, 21");
  CHECK(satisfied(test));
}

TEST_CASE("kernel: 64-bit results, warp barriers of a lone thread, and pauses", "[kernel]") {
  const Test test = hand(
      launch(grid("wide", {1, 1, 1}, {1, 1, 1}, {buffer("0", "f"), {"1", Buffer{"o", 1, 8, {}}}}),
             "exists (f=2 /\\ o=0 /\\ 0:%r1=0)"));
  CHECK(spelled(test) == Code{"atom.acq_rel.sys.add r1, f, 2", "mov.s32 r0, r1", "st.weak o, r0"});
  CHECK(satisfied(test));
}

TEST_CASE("kernel: vector accesses are split", "[kernel]") {
  const Test test = hand(launch(grid("vectors", {1, 1, 1}, {1, 1, 1},
                                     {{"0", Buffer{"a", 4, 4, {1, 2, 3, 4}}}, buffer("1", "b")}),
                                "exists (b[0]=1 /\\ b[1]=4)"));
  CHECK(spelled(test) == Code{"ld.weak r1, a_0", "ld.weak r2, a_1", "ld.weak r3, a_2",
                              "ld.weak r4, a_3", "st.weak b_0, r1", "st.weak b_1, r4"});
  CHECK(satisfied(test));
}

TEST_CASE("kernel: Dekker's entry protocol with seq_cst keeps one block out", "[kernel]") {
  kernel::Launch how =
      launch(grid("dekker", {2, 1, 1}, {1, 1, 1}, {buffer("0", "f"), buffer("1", "entered")}),
             "exists (0:%r2=0 /\\ 1:%r2=0)");
  CHECK_FALSE(satisfied(hand(how)));
  how.question = "exists (0:%r2=0 /\\ 1:%r2=1)";
  CHECK(satisfied(hand(how)));
}

namespace {

/// The memory operations of a thread without their operands.
Code operations(const Test& test) {
  Code result;
  for (const std::string& line : spelled(test)) {
    if (line.substr(0, 3) != "mov") result.push_back(line.substr(0, line.find(' ')));
  }
  return result;
}

/// What libcu++ of CUDA 13.0 makes of one operation: an SC fence in front, and the order it has.
struct Mapped {
  bool fence = false;
  std::string order;
};

Code in_every_scope(const std::vector<Mapped>& orders, const std::string& before,
                    const std::string& after) {
  Code result;
  for (const Mapped& mapped : orders) {
    for (const std::string scope : {"cta", "gpu", "sys"}) {
      if (mapped.fence) result.push_back("fence.sc." + scope);
      if (!mapped.order.empty())
        result.push_back(before + "." + mapped.order + "." + scope + after);
    }
  }
  return result;
}

}  // namespace

TEST_CASE("kernel: what nvcc makes of every operation, order and scope", "[kernel]") {
  const Mapped relaxed{false, "relaxed"}, acquire{false, "acquire"}, release{false, "release"};
  const Mapped acq_rel{false, "acq_rel"}, seq_cst{true, "acquire"}, fence_sc{true, ""};
  const std::vector<Mapped> all = {relaxed, acquire, release, acq_rel, seq_cst};
  const std::map<std::string, Code> expected = {
      {"loads", in_every_scope({relaxed, acquire, seq_cst}, "ld", "")},
      {"stores", in_every_scope({relaxed, release, {true, "relaxed"}}, "st", "")},
      {"exchanges", in_every_scope(all, "atom", ".exch")},
      {"additions", in_every_scope(all, "atom", ".add")},
      {"compare_else_relaxed", in_every_scope(all, "atom", ".cas")},
      {"compare_else_acquire",
       in_every_scope({acquire, acquire, acq_rel, acq_rel, seq_cst}, "atom", ".cas")},
      {"compare_else_seq_cst",
       in_every_scope({seq_cst, seq_cst, seq_cst, seq_cst, seq_cst}, "atom", ".cas")},
      {"fences", in_every_scope({acq_rel, acq_rel, acq_rel, fence_sc}, "fence", "")}};
  for (const std::string file : {"forms.sm_75.ptx", "forms.sm_90.ptx"}) {
    for (const auto& [name, operations_expected] : expected) {
      CAPTURE(file, name);
      std::vector<std::string> names;
      for (int i = 0; i < 15; ++i) names.push_back("r" + std::to_string(i));
      const Test test = kernel::read_kernel(
          recorded(file), file,
          launch(grid(name, {1, 1, 1}, {1, 1, 1}, {buffer("0", "x"), {"1", Results{names, 4}}}),
                 "locations [ x; ]"));
      CHECK(operations(test) == operations_expected);
    }
  }
}

TEST_CASE("kernel: results become registers", "[kernel]") {
  const Test test =
      kernel_test("ld.relaxed.gpu.u32 %r1, [%rd1];\nst.u32 [%rd3], %r1;\nst.u32 [%rd3+4], 7;",
                  usual_launch(1, "exists (0:r0=0 /\\ 0:r1=7 /\\ 0:%r1=0)"));
  CHECK(spelled(test) == Code{"ld.relaxed.gpu r2, x", "mov.s32 r0, r2", "mov.s32 r1, 7"});
  CHECK(test.observables.size() == 3);
  CHECK(satisfied(test));
}

TEST_CASE("kernel: modifiers may stand in any order", "[kernel]") {
  for (const std::string text :
       {"atom.add.acquire.gpu.s32 %r1, [%rd1], 1;", "atom.global.gpu.acquire.add.s32 %r1,[%rd1],1;",
        "atom.s32.add.gpu.acquire %r1 , [ %rd1 ] , 1 ;"}) {
    CHECK(spelled(kernel_test(text)) == Code{"atom.acquire.gpu.add r2, x, 1"});
  }
  CHECK(spelled(kernel_test("fence.gpu.sc; fence.cta; membar.sys; fence.proxy.alias;")) ==
        Code{"fence.sc.gpu", "fence.acq_rel.cta", "fence.sc.sys", "fence.proxy.alias"});
  CHECK(spelled(kernel_test("ld.gpu.acquire.u32 %r1, [%rd1]; st.release.b32.sys [%rd2+0], %r1;")) ==
        Code{"ld.acquire.gpu r2, x", "st.release.sys y, r2"});
}

TEST_CASE("kernel: defaults and hints", "[kernel]") {
  CHECK(
      spelled(kernel_test("ld.u32 %r1, [%rd1]; ld.global.cg.u32 %r2, [%rd1];\n"
                          "ld.global.L1::no_allocate.L2::128B.u32 %r3, [%rd1];\n"
                          "ld.mmio.relaxed.sys.u32 %r4, [%rd1]; ld.global.cv.u32 %r5, [%rd1];")) ==
      Code{"ld.weak r2, x", "ld.cg r2, x", "ld.weak r2, x", "ld.relaxed.sys r2, x",
           "ld.weak r2, x"});
  CHECK(spelled(kernel_test("atom.add.u32 %r1, [%rd1], 1; red.add.u32 [%rd1], 2;\n"
                            "atom.exch.b32 _, [%rd1], 3;")) ==
        Code{"atom.relaxed.gpu.add r2, x, 1", "red.relaxed.gpu.add x, 2",
             "atom.relaxed.gpu.exch r3, x, 3"});
}

TEST_CASE("kernel: inline assembly has registers and labels of its own", "[kernel]") {
  const std::string block =
      "{\n.reg .pred p; .reg .u32 t;\n$again:\n ld.relaxed.gpu.u32 t,[%rd1]; // spin\n"
      " setp.ne.u32 p, t, 1;\n@p bra $again;\n}\n";
  const Test test = kernel_test(block + block);
  REQUIRE(test.program.threads[0].instructions.size() == 6);
  CHECK(std::get<Branch>(test.program.threads[0].instructions[2].action).target == 0);
  CHECK(std::get<Branch>(test.program.threads[0].instructions[5].action).target == 3);
}

TEST_CASE("kernel: predicated instructions and both ways of a branch", "[kernel]") {
  const Test guarded = kernel_test(
      "ld.relaxed.gpu.u32 %r1, [%rd1]; setp.eq.s32 %p1, %r1, 1;\n@!%p1 st.u32 [%rd2], 5;");
  CHECK(spelled(guarded) ==
        Code{"ld.relaxed.gpu r2, x", "setp.eq.s32 p1, r2, 1", "bne p1, 0, LC4", "st.weak y, 5"});
  // A known guard leaves no branch.
  CHECK(spelled(
            kernel_test("setp.eq.s32 %p1, 1, 1; @%p1 st.u32 [%rd2], 5; @!%p1 st.u32 [%rd2], 6;")) ==
        Code{"st.weak y, 5"});
  // What differs between the ways is followed on each of them.
  const Test ways = kernel_test(
      "ld.relaxed.gpu.u32 %r1, [%rd1]; setp.eq.s32 %p1, %r1, 1; mov.u64 %rd4, %rd1;\n"
      "@%p1 bra over; mov.u64 %rd4, %rd2;\nover: st.u32 [%rd4], 5;",
      usual_launch(2, "exists (y=5 /\\ x=0)"));
  CHECK(spelled(ways) == Code{"ld.relaxed.gpu r2, x", "setp.eq.s32 p1, r2, 1", "bne p1, 0, LC5",
                              "st.weak y, 5", "goto LC6", "st.weak x, 5"});
  CHECK(satisfied(ways));
}

TEST_CASE("kernel: arithmetic on what is known and what is not", "[kernel]") {
  const auto result = [](const std::string& body) {
    return spelled(kernel_test(body + " st.u32 [%rd3], %r8;")).back();
  };
  CHECK(result("mov.u32 %r1, 5; shl.b32 %r2, %r1, 3; sub.s32 %r8, 2, %r2;") == "mov.s32 r0, -38");
  CHECK(result("mov.u32 %r1, 0xffffffff; shr.u32 %r8, %r1, 28;") == "mov.s32 r0, 15");
  CHECK(result("mov.u32 %r1, 0xfffffff0; shr.s32 %r8, %r1, 2;") == "mov.s32 r0, -4");
  CHECK(result("mul.wide.u32 %rd5, 0xffffffff, 2; cvt.u32.u64 %r8, %rd5;") == "mov.s32 r0, -2");
  CHECK(result("mov.u32 %r1, -1; cvt.u64.u32 %rd5, %r1; shr.u64 %rd6, %rd5, 31; cvt.u32.u64 %r8, "
               "%rd6;") == "mov.s32 r0, 1");
  CHECK(result("setp.lt.u32 %p1, 1, -1; selp.b32 %r8, 3, 4, %p1;") == "mov.s32 r0, 3");
  CHECK(result("setp.lt.s32 %p1, 1, -1; not.pred %p2, %p1; selp.b32 %r8, 3, 4, %p2;") ==
        "mov.s32 r0, 3");
  CHECK(result("cvt.u16.u32 %rs1, 0x12345; cvt.u32.u16 %r8, %rs1;") == "mov.s32 r0, 9029");
  CHECK(result("min.u32 %r1, -1, 5; max.s32 %r8, %r1, -7;") == "mov.s32 r0, 5");
  CHECK(spelled(kernel_test("ld.u32 %r1, [%rd1]; setp.lt.u32 %p1, %r1, 3;\n"
                            "selp.b32 %r2, 10, 4, %p1; mad.lo.s32 %r3, %r2, 8, %r1; st.u32 [%rd2], "
                            "%r3;")) ==
        Code{"ld.weak r4, x", "setp.lt.u32 p1, r4, 3", "mul.s32 r5, p1, 6", "add.s32 r2, r5, 4",
             "mul.s32 r5, r2, 8", "add.s32 r3, r5, r4", "st.weak y, r3"});
}

TEST_CASE("kernel: a counter without a known end becomes a value of the run", "[kernel]") {
  const Test test = kernel_test(
      "mov.u32 %r2, 0;\n$L: add.s32 %r2, %r2, 1; ld.relaxed.gpu.u32 %r1, [%rd1];\n"
      "setp.eq.s32 %p1, %r1, 0; @%p1 bra $L;\nst.u32 [%rd2], %r2;",
      usual_launch());
  std::size_t back = 0;
  for (std::size_t i = 0; i < test.program.threads[0].instructions.size(); ++i) {
    const auto* const branch = std::get_if<Branch>(&test.program.threads[0].instructions[i].action);
    if (branch != nullptr && branch->target <= i) ++back;
  }
  CHECK(back == 1);
  CHECK(spelled(test).size() < 600);
}

TEST_CASE("kernel: barriers with a number of threads wait for warps", "[kernel]") {
  kernel::Launch how = usual_launch();
  how.grids[0].threads_per_block = {64, 1, 1};
  how.grids[0].threads = {{{}, {0, 0, 0}, {}, {}, {}}, {{}, {32, 0, 0}, {}, {}, {}}};
  CHECK(spelled(kernel_test("bar.sync 1, 64; barrier.cta.arrive.aligned 0, 32;", how)) ==
        Code{"bar.cta.sync.aligned 0, 1, 2", "bar.cta.arrive.aligned 1, 0, 1"});
  CHECK(kernel_test("bar.warp.sync -1;", how).program.threads[1].warp == 1);
}

TEST_CASE("kernel: several kernels run side by side", "[kernel]") {
  const std::string text = module_text("st.u32 [%rd1], 1;") +
                           ".entry reader(.param .u64 p, .param .align 8 .b8 s[16]) {\n"
                           ".reg .b32 %r<4>; .reg .b64 %rd<4>;\n"
                           "ld.param.u64 %rd1, [p]; ld.param.u32 %r1, [s+8]; ld.u32 %r2, [%rd1];\n"
                           "st.u32 [%rd1+4], %r1; exit; }\n";
  kernel::Launch how = usual_launch(2, "exists (1:%r2=1 /\\ x[1]=9)");
  how.name = "both";
  how.grids[0].threads = {{{1, 0, 0}, {}, {}, {}, {}}};
  kernel::Grid reader =
      grid("reader", {1, 1, 1}, {1, 1, 1}, {{"p", Buffer{"x", 2, 4, {}}}, {"1+8", Value{9}}});
  how.grids.push_back(reader);
  reader.gpu = 1;
  how.grids.push_back(reader);
  how.grids[0].parameters[0] = {"px", Buffer{"x", 2, 4, {}}};
  const Test test = kernel::read_kernel(text, "two.ptx", how);
  CHECK(test.name == "both");
  REQUIRE(test.program.threads.size() == 3);
  CHECK(test.program.threads[0].cta == 1);
  CHECK(test.program.threads[1].cta == 2);
  CHECK(test.program.threads[2].cta == 0);
  CHECK(test.program.threads[2].gpu == 1);
  CHECK(spelled(test, 1) == Code{"ld.weak r2, x_0", "st.weak x_1, 9"});
}

TEST_CASE("kernel: variables of the module, initialised and bound", "[kernel]") {
  const std::string text =
      ".version 9.0\n.target sm_90\n.address_size 64\n"
      ".file 1 \"a.cu\"\n.section .debug_str { .b8 1,2 }\n"
      ".extern .func (.param .b32 r) f (.param .b32 a);\n"
      ".func g() { .reg .b32 %r<2>; { mov.u32 %r1, 1; } ret; }\n"
      ".visible .global .align 4 .u32 count = 7;\n"
      ".global .align 4 .b8 words[8] = {1, 0, 0, 0, 2, 1};\n"
      ".global .align 4 .s32 pair[2] = {-3, 4};\n"
      ".extern .shared .align 16 .b8 dynamic[];\n"
      ".visible .entry k() .maxntid 64, 1, 1 .minnctapersm 1\n{\n.reg .b32 %r<4>;\n"
      ".reg .b64 %rd<3>;\n.loc 1 2 3\nld.global.u32 %r1, [count];\nmov.u64 %rd1, words;\n"
      "st.global.u32 [%rd1+4], %r1;\nst.u32 [pair+4], 1;\nmov.u64 %rd2, dynamic;\n"
      "st.shared.u32 [%rd2+8], 2;\nret;\n}\n";
  kernel::Launch how = launch(grid("", {1, 1, 1}, {1, 1, 1}, {}),
                              "exists (words[1]=7 /\\ words[0]=1 /\\ pair[0]=-3 /\\ c=7)");
  how.variables = {{"count", Buffer{"c", std::nullopt, std::nullopt, {}}}};
  const Test test = kernel::read_kernel(text, "v.ptx", how);
  CHECK(spelled(test) ==
        Code{"ld.weak r1, c", "st.weak words_1, r1", "st.weak pair_1, 1", "st.weak dynamic_2, 2"});
  std::map<std::string, Value> initial;
  for (const Location& location : test.program.locations) initial[location.name] = location.initial;
  CHECK(initial == std::map<std::string, Value>{{"c", 7},
                                                {"words_0", 1},
                                                {"words_1", 258},
                                                {"pair_0", -3},
                                                {"pair_1", 4},
                                                {"dynamic_2", 0}});
  CHECK(satisfied(test));
}

TEST_CASE("kernel: the test can be written and read again", "[kernel]") {
  const Test test = hand(
      launch(grid("last_block", {2, 1, 1}, {2, 1, 1}, {buffer("0", "result"), {"1", Value{21}}}),
             "exists (result[0]=42 /\\ 0:%r12=0)"));
  const Test again = read(write(test), "again");
  CHECK(write(again) == write(test));
}
