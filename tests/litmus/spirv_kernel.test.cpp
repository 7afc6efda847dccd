// What SPIR-V kernels become: addresses and loops are computed, the rest is a program of Vulkan.
#include "tests/litmus/spirv_kernel.hpp"

#include <string>
#include <vector>

#include "explorer/explore.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"

using namespace opexplore;
using testing::spirv_code;
using testing::spirv_test;

namespace {

using Code = std::vector<std::string>;

// What two threads find in x and y, with a race or not.
struct VulkanFindings {
  std::vector<Outcome> outcomes;
  bool races = false;
  bool operator==(const VulkanFindings&) const = default;
};

VulkanFindings vulkan_findings(const Test& test) {
  ExploreOptions options;
  options.threads = 1;
  options.machine.settings = {{"races", "follow"}};
  const Answer report = find_machine("vulkan")->explore(test, options);
  CHECK(report.coverage.complete());
  VulkanFindings found;
  for (const AnsweredOutcome& outcome : report.outcomes) found.outcomes.push_back(outcome.values);
  found.races = report.statistics.racy_states != 0;
  return found;
}

// What is stored to z by a kernel that is known altogether.
Value stored(const std::string& body, const std::string& value, const std::string& more = "") {
  const Test test =
      spirv_test(body + "\nOpStore %z0 " + value, "; @Output: forall (%z[0][0] == 0)", more);
  return vulkan_findings(test).outcomes.at(0).at(0);
}

// The same with the operands in memory, so that the program computes.
const std::string from_memory = "; @Input: %x = {{7}}, %y = {{-3}}\n";

Value run(const std::string& body, const std::string& value) {
  const Test test =
      spirv_test("%a = OpLoad %uint %x0\n%b = OpLoad %uint %y0\n" + body + "\nOpStore %z0 " + value,
                 from_memory + "; @Output: forall (%z[0][0] == 0)");
  return vulkan_findings(test).outcomes.at(0).at(0);
}

}  // namespace

TEST_CASE("SPIR-V kernel: accesses have their marks", "[spirv]") {
  const Test test = spirv_test(R"(
%a = OpLoad %uint %x0
%b = OpLoad %uint %x0 NonPrivatePointer
%c = OpLoad %uint %x0 Aligned|MakePointerVisible|NonPrivatePointer 4 %5
OpStore %y0 %1
OpStore %y0 %2 NonPrivatePointer
OpStore %y0 %3 MakePointerAvailable|NonPrivatePointer %2
%d = OpAtomicLoad %uint %x0 %1 %0
%e = OpAtomicLoad %uint %x0 %1 %s16450
OpAtomicStore %x0 %3 %s68 %1
%f = OpAtomicIAdd %uint %x0 %1 %s24648 %4
OpMemoryBarrier %2 %s264
OpMemoryBarrier %2 %0
OpStore %w %7)");
  CHECK(spirv_code(test) ==
        Code{"ld.sc0 r0, x_0_0", "ld.nonpriv.sc0 r1, x_0_0", "ld.vis.qf.sc0 r2, x_0_0",
             "st.sc0 y_0_0, 1", "st.nonpriv.sc0 y_0_0, 2", "st.av.wg.sc0 y_0_0, 3",
             "ld.atom.dv.sc0 r3, x_0_0", "ld.atom.acq.dv.sc0.semsc0.semvis r4, x_0_0",
             "st.atom.rel.sg.sc0.semsc0 x_0_0, 1",
             "rmw.atom.acq_rel.dv.sc0.semsc0.semav.semvis.add r5, x_0_0, 4",
             "membar.acq_rel.wg.semsc1", "st.sc1 w, 7"});
  CHECK(test.name == "k");
  CHECK(test.program.language == Language::vulkan);
  CHECK(test.program.threads[0].instructions[1].place.line != 0);
  CHECK(test.program.threads[0].instructions[1].text == "%b = OpLoad %uint %x0 NonPrivatePointer");
}

TEST_CASE("SPIR-V kernel: a kernel and its litmus test agree", "[spirv]") {
  const auto kernel = [](const std::string& store, const std::string& load,
                         const std::string& release, const std::string& acquire) {
    return spirv_test(R"(
%to_x = OpAccessChain %to_input %id %0
%me = OpLoad %uint %to_x
%first = OpIEqual %bool %me %0
OpSelectionMerge %end None
OpBranchConditional %first %writer %reader
%writer = OpLabel
OpStore %x0 %1 )" + store +
                          R"(
OpAtomicStore %y0 %1 )" + release +
                          R"( %1
OpBranch %end
%reader = OpLabel
%flag = OpAtomicLoad %uint %y0 %1 )" +
                          acquire + R"(
%data = OpLoad %uint %x0 )" +
                          load + R"(
OpStore %z0 %flag
%z1 = OpAccessChain %to_uint %z %0 %1
OpStore %z1 %data
OpBranch %end
%end = OpLabel)",
                      "; @Config: 1, 1, 2\n; @Output: exists (%z[0][0] == 1 and %z[0][1] == 0)\n"
                      "; @Filter: %z[0][0] == 1\n",
                      "%to_input = OpTypePointer Input %uint\n");
  };
  const auto litmus = [](const std::string& store, const std::string& load,
                         const std::string& release, const std::string& acquire) {
    return read("Vulkan t\n{ }\n P0@sg 0,wg 0,qf 0 | P1@sg 0,wg 1,qf 0 ;\n st." + store +
                    "sc0 x, 1 | ld.atom." + acquire + " r0, y ;\n st.atom." + release +
                    " y, 1 | ld." + load +
                    "sc0 r1, x ;\n | st.sc0 u, r0 ;\n | st.sc0 v, r1 ;\n"
                    "filter (u=1)\nexists (u=1 /\\ v=0)",
                "t.litmus");
  };
  const std::string av = "MakePointerAvailable|NonPrivatePointer %1";
  const std::string vis = "MakePointerVisible|NonPrivatePointer %1";
  const VulkanFindings good = vulkan_findings(kernel(av, vis, "%s68", "%s66"));
  CHECK(good ==
        vulkan_findings(litmus("av.dv.", "vis.dv.", "rel.dv.sc0.semsc0", "acq.dv.sc0.semsc0")));
  CHECK_FALSE(good.races);
  CHECK(good.outcomes == std::vector<Outcome>{{1, 1}});
  CHECK(vulkan_findings(kernel("", "", "%s68", "%s66")) ==
        vulkan_findings(litmus("", "", "rel.dv.sc0.semsc0", "acq.dv.sc0.semsc0")));
  CHECK(vulkan_findings(kernel(av, vis, "%0", "%s66")) ==
        vulkan_findings(litmus("av.dv.", "vis.dv.", "dv.sc0", "acq.dv.sc0.semsc0")));
  CHECK(vulkan_findings(kernel("NonPrivatePointer", "NonPrivatePointer", "%s8260", "%s16450")) ==
        vulkan_findings(
            litmus("nonpriv.", "nonpriv.", "rel.dv.sc0.semsc0.semav", "acq.dv.sc0.semsc0.semvis")));
}

TEST_CASE("SPIR-V kernel: threads are where the configuration says", "[spirv]") {
  const Test test = spirv_test("OpStore %w %1", "; @Config: 2, 2, 2");
  REQUIRE(test.program.threads.size() == 8);
  CHECK(test.program.threads[3].warp == 1);
  CHECK(test.program.threads[3].cta == 0);
  CHECK(test.program.threads[4].warp == 0);
  CHECK(test.program.threads[4].cta == 1);
  REQUIRE(test.program.locations.size() == 2);
  CHECK(test.program.locations[1].name == "w_wg1");
  CHECK(spirv_code(test, 7) == Code{"st.sc1 w_wg1, 1"});
}

TEST_CASE("SPIR-V kernel: known numbers are computed", "[spirv]") {
  CHECK(stored("%a = OpIAdd %uint %7 %8", "%a") == 15);
  CHECK(stored("%a = OpISub %uint %7 %8", "%a") == -1);
  CHECK(stored("%a = OpIMul %uint %7 %8", "%a") == 56);
  CHECK(stored("%a = OpISub %uint %7 %8\n%b = OpUDiv %uint %a %2", "%b") == 0x7FFFFFFF);
  CHECK(stored("%a = OpISub %uint %7 %9\n%b = OpSDiv %uint %a %2", "%b") == -1);
  CHECK(stored("%a = OpSNegate %uint %7\n%b = OpSRem %uint %a %4", "%b") == -3);
  CHECK(stored("%a = OpSNegate %uint %7\n%b = OpSMod %uint %a %4", "%b") == 1);
  CHECK(stored("%a = OpNot %uint %7\n%b = OpShiftRightLogical %uint %a %4", "%b") == 0xFFFFFFF);
  CHECK(stored("%a = OpNot %uint %7\n%b = OpShiftRightArithmetic %uint %a %2", "%b") == -2);
  CHECK(stored("%a = OpShiftLeftLogical %uint %1 %9", "%a") == 512);
  CHECK(stored("%a = OpBitCount %uint %7", "%a") == 3);
  CHECK(stored("%a = OpExtInst %uint %glsl UMin %7 %8", "%a") == 7);
  CHECK(stored("%a = OpExtInst %uint %glsl FindILsb %8", "%a") == 3);
  CHECK(stored("%t = OpULessThan %bool %7 %8\n%a = OpSelect %uint %t %5 %6", "%a") == 5);
  CHECK(stored("%a = OpNot %uint %0\n%c = OpUConvert %char %a\n%b = OpSConvert %uint %c", "%b") ==
        -1);
  CHECK(stored("%a = OpNot %uint %0\n%c = OpUConvert %char %a\n%b = OpUConvert %uint %c", "%b") ==
        255);
  CHECK(stored("", "%sum", "%sum = OpSpecConstantOp %uint IMul %7 %8\n") == 56);
}

TEST_CASE("SPIR-V kernel: the program computes the same as is computed before", "[spirv]") {
  CHECK(run("%c = OpIAdd %uint %a %b", "%c") == 4);
  CHECK(run("%c = OpISub %uint %b %a", "%c") == -10);
  CHECK(run("%c = OpIMul %uint %a %b", "%c") == -21);
  CHECK(run("%c = OpUDiv %uint %b %2", "%c") == 0x7FFFFFFE);
  CHECK(run("%c = OpSDiv %uint %b %2", "%c") == -1);
  CHECK(run("%c = OpUMod %uint %b %4", "%c") == 1);
  CHECK(run("%c = OpSRem %uint %b %2", "%c") == -1);
  CHECK(run("%c = OpSNegate %uint %b", "%c") == 3);
  CHECK(run("%c = OpNot %uint %b", "%c") == 2);
  CHECK(run("%c = OpBitwiseAnd %uint %a %b", "%c") == 5);
  CHECK(run("%c = OpBitwiseOr %uint %a %b", "%c") == -1);
  CHECK(run("%c = OpBitwiseXor %uint %a %b", "%c") == -6);
  CHECK(run("%c = OpShiftLeftLogical %uint %b %3", "%c") == -24);
  CHECK(run("%c = OpShiftRightLogical %uint %b %1", "%c") == 0x7FFFFFFE);
  CHECK(run("%c = OpShiftRightArithmetic %uint %b %1", "%c") == -2);
  CHECK(run("%c = OpBitCount %uint %b", "%c") == 31);
  CHECK(run("%c = OpExtInst %uint %glsl FindILsb %b", "%c") == 0);
  CHECK(run("%c = OpExtInst %uint %glsl UMax %a %b", "%c") == -3);
  CHECK(run("%c = OpExtInst %uint %glsl SMax %a %b", "%c") == 7);
  CHECK(run("%t = OpULessThan %bool %b %a\n%c = OpSelect %uint %t %5 %6", "%c") == 6);
  CHECK(run("%t = OpSLessThan %bool %b %a\n%c = OpSelect %uint %t %a %b", "%c") == 7);
  CHECK(run("%s = OpSLessThan %bool %b %a\n%t = OpLogicalNot %bool %s\n"
            "%u = OpLogicalOr %bool %s %t\n%c = OpSelect %uint %u %5 %6",
            "%c") == 5);
  CHECK(run("%s = OpUConvert %char %b\n%c = OpUConvert %uint %s", "%c") == 253);
  CHECK(run("%s = OpUConvert %char %b\n%c = OpSConvert %uint %s", "%c") == -3);
}

TEST_CASE("SPIR-V kernel: composites are known part by part", "[spirv]") {
  CHECK(stored("%v = OpCompositeConstruct %v3uint %5 %6 %7\n"
               "%u = OpCompositeInsert %v3uint %9 %v 1\n"
               "%s = OpVectorShuffle %v3uint %v %u 2 4 0\n%t = OpIAdd %v3uint %s %u\n"
               "%a = OpCompositeExtract %uint %t 1",
               "%a") == 18);
  const Test test = spirv_test(
      "%v = OpLoad %v3uint %id\n%a = OpCompositeExtract %uint %v 0\n"
      "%p = OpAccessChain %to_uint %x %0 %a\nOpStore %p %a",
      "; @Config: 3, 1, 1");
  CHECK(spirv_code(test, 2) == Code{"st.sc0 x_0_2, 2"});
}

TEST_CASE("SPIR-V kernel: loops with a known number of turns are unrolled", "[spirv]") {
  const Test test = spirv_test(R"(OpBranch %head
%head = OpLabel
%i = OpPhi %uint %0 %begin %next %body
%j = OpPhi %uint %1 %begin %i %body
%more = OpULessThan %bool %i %3
OpLoopMerge %end %body None
OpBranchConditional %more %body %end
%body = OpLabel
%p = OpAccessChain %to_uint %x %0 %i
OpStore %p %j
%next = OpIAdd %uint %i %1
OpBranch %head
%end = OpLabel)");
  CHECK(spirv_code(test) == Code{"st.sc0 x_0_0, 1", "st.sc0 x_0_1, 0", "st.sc0 x_0_2, 1"});
}

TEST_CASE("SPIR-V kernel: loops that wait stay loops", "[spirv]") {
  const Test test = spirv_test(R"(%a = OpLoad %uint %x0
%b = OpLoad %uint %y0
OpBranch %head
%head = OpLabel
%p = OpPhi %uint %a %begin %q %head
%q = OpPhi %uint %b %begin %p %head
%v = OpAtomicLoad %uint %z0 %1 %0
%zero = OpIEqual %bool %v %0
OpLoopMerge %end %head None
OpBranchConditional %zero %head %end
%end = OpLabel
OpStore %x0 %p
OpStore %y0 %q)",
                               "; @Input: %x = {{7}}, %y = {{8}}, %z = {{1}}\n"
                               "; @Output: forall (%x[0][0] == 7 and %y[0][0] == 8)");
  CHECK(spirv_code(test).size() < 20);
  CHECK(vulkan_findings(test).outcomes == std::vector<Outcome>{{7, 8}});
}

TEST_CASE("SPIR-V kernel: phis that exchange their values", "[spirv]") {
  const Test test = spirv_test(R"(%a = OpLoad %uint %x0
%b = OpLoad %uint %y0
OpBranch %head
%head = OpLabel
%i = OpPhi %uint %0 %begin %next %body
%p = OpPhi %uint %a %begin %q %body
%q = OpPhi %uint %b %begin %p %body
%more = OpULessThan %bool %i %3
OpLoopMerge %end %body None
OpBranchConditional %more %body %end
%body = OpLabel
%next = OpIAdd %uint %i %1
OpBranch %head
%end = OpLabel
OpStore %x0 %p
OpStore %y0 %q)",
                               "; @Input: %x = {{7}}, %y = {{8}}\n"
                               "; @Output: forall (%x[0][0] == 8 and %y[0][0] == 7)");
  CHECK(vulkan_findings(test).outcomes == std::vector<Outcome>{{8, 7}});
}

TEST_CASE("SPIR-V kernel: a counter without a known end becomes a value of the run", "[spirv]") {
  const Test test = spirv_test(R"(OpBranch %head
%head = OpLabel
%i = OpPhi %uint %0 %begin %next %head
%v = OpAtomicLoad %uint %x0 %1 %0
%next = OpIAdd %uint %i %1
%zero = OpIEqual %bool %v %0
OpLoopMerge %end %head None
OpBranchConditional %zero %head %end
%end = OpLabel
OpStore %z0 %next)",
                               "; @Input: %x = {{1}}\n; @Output: forall (%z[0][0] == 1)");
  CHECK(vulkan_findings(test).outcomes == std::vector<Outcome>{{1}});
}

TEST_CASE("SPIR-V kernel: an index from memory chooses among the elements", "[spirv]") {
  const std::string list = "; @Input: %x = {{2}}, %y = {{4, 5, 6}}\n";
  const auto found = [&](const std::string& body, const std::string& output) {
    return vulkan_findings(
        spirv_test("%i = OpLoad %uint %x0\n" + body, list + "; @Output: " + output));
  };
  const VulkanFindings load = found(
      "%p = OpAccessChain %to_uint %y %0 %i\n%a = OpLoad %uint %p\n%b = OpIAdd %uint %a %i\n"
      "OpStore %z0 %b",
      "forall (%z[0][0] == 8)");
  CHECK(load.outcomes == std::vector<Outcome>{{8}});
  CHECK_FALSE(load.races);
  const VulkanFindings store = found("%p = OpPtrAccessChain %to_uint %y0 %i\nOpStore %p %9",
                                     "forall (%y[0][0] == 4 and %y[0][1] == 5 and %y[0][2] == 9)");
  CHECK(store.outcomes == std::vector<Outcome>{{4, 5, 9}});
  const VulkanFindings atomic = found(
      "%p = OpAccessChain %to_uint %y %0 %i\n%q = OpAccessChain %to_uint %y %0 %1\n"
      "%a = OpAtomicIAdd %uint %p %1 %0 %3\n%b = OpAtomicIAdd %uint %q %1 %0 %a",
      "forall (%y[0][1] == 11 and %y[0][2] == 9)");
  CHECK(atomic.outcomes == std::vector<Outcome>{{11, 9}});
}

TEST_CASE("SPIR-V kernel: a variable of the thread's own does not wait for what is loaded",
          "[spirv]") {
  CHECK(spirv_code(spirv_test("%a = OpLoad %uint %x0\nOpStore %own %a\n%b = OpLoad %uint %own\n"
                              "OpStore %z0 %b")) == Code{"ld.sc0 r0, x_0_0", "st.sc0 z_0_0, r0"});
  // Where ways meet it has a register that is the same on both.
  CHECK(spirv_code(spirv_test("%a = OpLoad %uint %x0\n%c = OpINotEqual %bool %a %0\n"
                              "OpSelectionMerge %end None\nOpBranchConditional %c %yes %end\n"
                              "%yes = OpLabel\n%b = OpLoad %uint %y0\nOpStore %own %b\n"
                              "OpBranch %end\n%end = OpLabel\n%d = OpLoad %uint %own\n"
                              "OpStore %z0 %d")) ==
        Code{"ld.sc0 r0, x_0_0", "setp.ne r1, r0, 0", "bne r1, 0, LC5", "st.sc0 z_0_0, 0",
             "goto LC9", "ld.sc0 r2, y_0_0", "mov r3, r2", "mov r4, r3", "st.sc0 z_0_0, r4"});
}

TEST_CASE("SPIR-V kernel: what follows an index from memory is there once", "[spirv]") {
  const Test test = spirv_test(
      "%i = OpLoad %uint %x0\n%p = OpAccessChain %to_uint %y %0 %i\nOpStore %p %9\n"
      "OpBranch %after\n%after = OpLabel\nOpStore %z0 %i",
      "; @Input: %y = {{0, 0}}\n");
  CHECK(spirv_code(test) ==
        Code{"ld.sc0 r0, x_0_0", "beq r0, 0, LC9", "beq r0, 1, LC6",
             "st.sc0 undefined_behaviour, 0", "st.sc0 undefined_behaviour_too, 0", "goto LC11",
             "st.sc0 y_0_1, 9", "st.sc0 z_0_0, r0", "goto LC11", "st.sc0 y_0_0, 9", "goto LC7"});
}

TEST_CASE("SPIR-V kernel: an index from memory outside of its array has no meaning", "[spirv]") {
  const auto races = [](const std::string& index) {
    return vulkan_findings(
               spirv_test("%i = OpLoad %uint %x0\n%p = OpAccessChain %to_uint %y %0 %i\n"
                          "%a = OpLoad %uint %p",
                          "; @Input: %x = {{" + index + "}}, %y = {{4, 5, 6}}\n"))
        .races;
  };
  CHECK_FALSE(races("0"));
  CHECK_FALSE(races("2"));
  CHECK(races("3"));
  CHECK(races("-1"));
}

TEST_CASE("SPIR-V kernel: memory of the thread's own takes an index from memory", "[spirv]") {
  const Test test = spirv_test(
      "%i = OpLoad %uint %x0\n%p = OpAccessChain %to_own %array %i\nOpStore %p %7\n"
      "%q = OpAccessChain %to_own %array %1\n%a = OpLoad %uint %q\nOpStore %z0 %a",
      "; @Input: %x = {{1}}\n; @Output: forall (%z[0][0] == 7)",
      "%three = OpTypeArray %uint %3\n%to_three = OpTypePointer Private %three\n"
      "%zeros = OpConstantComposite %three %0 %0 %0\n"
      "%array = OpVariable %to_three Private %zeros\n");
  CHECK(vulkan_findings(test).outcomes == std::vector<Outcome>{{7}});
}

TEST_CASE("SPIR-V kernel: a pointer that memory chooses", "[spirv]") {
  const auto found = [](const std::string& initial) {
    return vulkan_findings(
        spirv_test("%i = OpLoad %uint %x0\n%c = OpINotEqual %bool %i %0\n"
                   "%p = OpSelect %to_uint %c %y0 %z0\nOpStore %p %9",
                   "; @Input: %x = {{" + initial +
                       "}}\n; @Output: forall (%y[0][0] == 9 and %z[0][0] == 0)\n"));
  };
  CHECK(found("1").outcomes == std::vector<Outcome>{{9, 0}});
  CHECK(found("0").outcomes == std::vector<Outcome>{{0, 9}});
  CHECK_FALSE(found("0").races);
}

TEST_CASE("SPIR-V kernel: who comes to OpUnreachable has no behaviour", "[spirv]") {
  const auto found = [](const std::string& initial, const std::string& filter) {
    return vulkan_findings(
        spirv_test("%i = OpLoad %uint %x0\n%c = OpINotEqual %bool %i %0\n"
                   "OpSelectionMerge %after None\n"
                   "OpBranchConditional %c %never %after\n"
                   "%never = OpLabel\nOpUnreachable\n%after = OpLabel",
                   "; @Input: %x = {{" + initial + "}}\n" + filter));
  };
  CHECK(found("1", "").races);
  CHECK_FALSE(found("0", "").races);
  CHECK_FALSE(found("1", "; @Filter: %x[0][0] == 0\n").races);
}

TEST_CASE("SPIR-V kernel: functions are put in the place of their calls", "[spirv]") {
  const std::string function = R"(
%binary = OpTypeFunction %uint %uint %uint
%larger = OpFunction %uint None %binary
%m = OpFunctionParameter %uint
%n = OpFunctionParameter %uint
%start = OpLabel
%less = OpULessThan %bool %m %n
OpSelectionMerge %no None
OpBranchConditional %less %yes %no
%yes = OpLabel
OpReturnValue %n
%no = OpLabel
OpReturnValue %m
OpFunctionEnd
)";
  std::string text = testing::spirv_text(
      "%a = OpFunctionCall %uint %larger %5 %7\n%v = OpLoad %uint %x0\n"
      "%b = OpFunctionCall %uint %larger %v %a\nOpStore %z0 %b",
      "; @Input: %x = {{9}}\n; @Output: forall (%z[0][0] == 9)");
  text.insert(text.find("%main = OpFunction"), function);
  // A type may not stand behind a function, but nobody minds.
  const Test test = spirv::read_kernel(text, "k.spvasm");
  CHECK(vulkan_findings(test).outcomes == std::vector<Outcome>{{9}});
}

TEST_CASE("SPIR-V kernel: atomics", "[spirv]") {
  const std::string signs = "%two = OpConstant %int 2\n";
  const Test test = spirv_test(R"(
%a = OpAtomicExchange %uint %x0 %1 %s72 %5
%b = OpAtomicCompareExchange %uint %x0 %1 %s72 %s66 %7 %5
%c = OpAtomicIIncrement %uint %x0 %1 %0
%d = OpAtomicIDecrement %uint %x0 %1 %0
%e = OpAtomicISub %uint %x0 %1 %0 %1
%f = OpAtomicAnd %uint %x0 %1 %0 %3
%g = OpAtomicOr %uint %x0 %1 %0 %8
%h = OpAtomicXor %uint %x0 %1 %0 %1
%i = OpAtomicSMax %int %x0 %1 %0 %two
%j = OpAtomicIAdd %uint %own %4 %0 %2
%k = OpAtomicLoad %uint %own %4 %0
OpStore %y0 %k)",
                               "; @Output: forall (%x[0][0] == 11 and %y[0][0] == 2)", signs);
  CHECK(vulkan_findings(test).outcomes == std::vector<Outcome>{{11, 2}});
  CHECK(spirv_code(test).front() == "rmw.atom.acq_rel.dv.sc0.semsc0 r0, x_0_0, 5");
}

TEST_CASE("SPIR-V kernel: control barriers are of their scope, and wait for all", "[spirv]") {
  const Test test =
      spirv_test("OpControlBarrier %3 %3 %s72\nOpControlBarrier %2 %1 %0", "; @Config: 1, 2, 1");
  const auto barrier = [&](std::size_t thread, std::size_t at) {
    return std::get<Barrier>(test.program.threads[thread].instructions[at].action);
  };
  CHECK(barrier(0, 0).id == Operand{Value{0}});
  CHECK(barrier(1, 0).id == Operand{Value{1}});
  CHECK(barrier(0, 0).order == Order::acq_rel);
  CHECK(barrier(0, 0).vulkan->scope == VulkanScope::subgroup);
  CHECK_FALSE(barrier(0, 1).id.has_value());
  CHECK(barrier(0, 1).order == Order::weak);
  CHECK(barrier(0, 1).vulkan->scope == VulkanScope::workgroup);
  CHECK(barrier(0, 0).instance != barrier(0, 1).instance);
  // One thread does not come: the other one waits for ever.
  const Test divergent = spirv_test(R"(%v = OpLoad %v3uint %id
%me = OpCompositeExtract %uint %v 0
%first = OpIEqual %bool %me %0
OpSelectionMerge %end None
OpBranchConditional %first %then %end
%then = OpLabel
OpControlBarrier %2 %2 %s264
OpBranch %end
%end = OpLabel)",
                                    "; @Config: 2, 1, 1");
  CHECK(vulkan_findings(divergent).outcomes.empty());
}

TEST_CASE("SPIR-V kernel: statements", "[spirv]") {
  const Test test = spirv_test("OpStore %x0 %1",
                               "; @Input: %x = {{0, -1}}\n"
                               "; @Output: forall (%x[0][0] == 1 or not (%x[0][1] < -1))\n"
                               "; @Output: forall (%x[0][1] == 4294967295)\n"
                               "; @Filter: %x[0][0] != 0\n");
  CHECK(condition_line(test) == "forall (([x_0_0]=1 \\/ not ([x_0_1]<-1)) /\\ [x_0_1]=-1)");
  CHECK(test.filter.has_value());
  CHECK(test.program.locations.at(1).initial == -1);
  CHECK(spirv_test("", "; @Output: not exists (1 == 0)").quantifier == Quantifier::not_exists);
}

TEST_CASE("SPIR-V kernel: a launch goes before the annotations", "[spirv]") {
  kernel::Launch launch;
  launch.path = "launch.json";
  launch.name = "named";
  launch.grids.push_back({"main", {2, 1, 1}, {1, 1, 1}, 0, {}, {}});
  launch.grids[0].parameters.push_back(
      {"x", kernel::Buffer{"x", std::nullopt, std::nullopt, {4, 5}}});
  launch.question = "exists (x[0][1] = 5 /\\ ~(%y[0][0] = 1))";
  const std::string text = testing::spirv_text("OpStore %y0 %1", "; @Config: 1, 1, 1");
  const Test test = spirv::read_kernel(text, "k.spvasm", launch);
  CHECK(test.name == "named");
  CHECK(test.program.threads.size() == 2);
  CHECK(test.program.threads[1].cta == 1);
  CHECK(condition_line(test) == "exists ([x_0_1]=5 /\\ not ([y_0_0]=1))");
  CHECK(test.program.locations.at(0).initial == 5);
}
