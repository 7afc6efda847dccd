// SPIR-V as compilers of shaders write it: modules without the Vulkan memory model, counters of
// turns, names and lines of a source, launches by options.
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "explorer/explore.hpp"
#include "litmus/input/input_error.hpp"
#include "litmus/input/usage_error.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/spirv_kernel.hpp"

namespace opexplore::testing {
namespace {

using Code = std::vector<std::string>;

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  text.replace(text.find(from), from.size(), to);
  return text;
}

// The module without the Vulkan memory model, compiled from that language.
std::string glsl450(const std::string& body, const std::string& source,
                    const std::string& more = "") {
  return replaced(spirv_text(body, "", more), "OpMemoryModel Logical Vulkan",
                  "OpMemoryModel Logical GLSL450\n" + source);
}

Code code_of(const std::string& text) { return spirv_code(spirv::read_kernel(text, "k.spvasm")); }

kernel::LaunchedKernel launched(const std::string& text, const kernel::LaunchWords& words = {}) {
  return std::get<kernel::LaunchedKernel>(
      spirv::read_launched({text, "k.spvasm"}, std::nullopt, words));
}

kernel::LaunchWord word(std::string option, std::string text) {
  return {std::move(option), std::move(text), "", {}};
}

bool has_note(const kernel::Facts& facts, const std::string& part) {
  for (const kernel::CompilerNote& note : facts.notes) {
    if (note.text.find(part) != std::string::npos) return true;
  }
  return false;
}

const std::string accesses = "OpStore %x0 %1\nOpStore %w %2\nOpControlBarrier %2 %1 %s328";

}  // namespace

TEST_CASE("GLSL450: what is seen by others is said by the language of the source", "[spirv]") {
  const std::string barrier = "cbar.acq_rel.dv.semsc0.semsc1.semav.semvis";
  const auto says = [&](const std::string& source, const std::string& store, std::string order) {
    const Code code = code_of(glsl450(accesses, source));
    CAPTURE(source);
    REQUIRE(code.size() == 3);
    CHECK(code[0] == store);
    CHECK(code[1] == "st.av.wg.sc1 w, 2");
    CHECK(code[2].starts_with(order));
  };
  says("OpSource GLSL 450", "st.sc0 x_0_0, 1", barrier);
  says("OpSource HLSL 600", "st.av.wg.sc0 x_0_0, 1", "cbar.acq_rel.dv.semsc0.semsc1 ");
  says("", "st.nonpriv.sc0 x_0_0, 1", barrier);
}

TEST_CASE("GLSL450: buffers that are declared coherent are seen by all", "[spirv]") {
  for (const std::string word : {"Coherent", "Volatile"}) {
    const std::string whole = replaced(glsl450(accesses, "OpSource GLSL 450"), "OpDecorate %id",
                                       "OpDecorate %x " + word + "\nOpDecorate %id");
    CHECK(code_of(whole).front() == "st.av.dv.sc0 x_0_0, 1");
    const std::string member = replaced(glsl450(accesses, "OpSource GLSL 450"), "OpDecorate %id",
                                        "OpMemberDecorate %buffer 0 " + word + "\nOpDecorate %id");
    CHECK(code_of(member).front() == "st.av.dv.sc0 x_0_0, 1");
  }
}

TEST_CASE("GLSL450: SequentiallyConsistent is AcquireRelease", "[spirv]") {
  const std::string more = "%s80 = OpConstant %uint 80\n";
  CHECK(code_of(glsl450("OpMemoryBarrier %1 %s80", "OpSource GLSL 450", more)) ==
        Code{"membar.acq_rel.dv.semsc0.semav.semvis"});
}

namespace {

// A lock whose loop counts its turns, beginning with that constant.
std::string counting_lock(const std::string& begins) {
  const std::string more = R"(
%v2 = OpTypeVector %uint 2
%v2bool = OpTypeVector %bool 2
%to_v2 = OpTypePointer Function %v2
%max = OpConstant %uint 4294967295
%none = OpConstantComposite %v2 %0 %0
%all = OpConstantComposite %v2 %max %max
%few = OpConstantComposite %v2 %2 %0
)";
  return spirv_text(R"(%turns = OpVariable %to_v2 Function )" + begins + R"(
OpBranch %head
%head = OpLabel
OpLoopMerge %done %again None
OpBranch %test
%test = OpLabel
%left = OpLoad %v2 %turns
%zeros = OpIEqual %v2bool %none %left
%over = OpAll %bool %zeros
OpBranchConditional %over %done %body
%body = OpLabel
%low = OpCompositeExtract %uint %left 0
%borrows = OpIEqual %bool %low %0
%high = OpSelect %uint %borrows %1 %0
%step = OpCompositeConstruct %v2 %1 %high
%less = OpISub %v2 %left %step
OpStore %turns %less
%old = OpAtomicExchange %uint %x0 %1 %0 %1
%taken = OpINotEqual %bool %old %0
OpBranchConditional %taken %again %done
%again = OpLabel
OpBranch %head
%done = OpLabel
OpAtomicStore %y0 %1 %0 %1)",
                    "", more);
}

}  // namespace

TEST_CASE("turn counters: they are taken out, and said", "[spirv]") {
  const kernel::LaunchedKernel kernel = launched(counting_lock("%all"));
  CHECK(has_note(kernel.facts, "a loop has a counter"));
  const Answer report = find_machine("vulkan")->explore(kernel.test, {});
  CHECK(report.coverage.complete());
  CHECK(report.statistics.states < 100);
}

TEST_CASE("turn counters: what counts from elsewhere is part of the program", "[spirv]") {
  const kernel::LaunchedKernel kernel = launched(counting_lock("%few"));
  CHECK_FALSE(has_note(kernel.facts, "a counter"));
}

TEST_CASE("vectors of truths: all and any", "[spirv]") {
  const std::string more =
      "%v2bool = OpTypeVector %bool 2\n%mixed = OpConstantComposite %v2bool %true %false\n";
  const Test test = spirv_test(
      "%all = OpAll %bool %mixed\n%any = OpAny %bool %mixed\n"
      "%a = OpSelect %uint %all %1 %2\n%b = OpSelect %uint %any %3 %4\n"
      "OpStore %x0 %a\nOpStore %y0 %b",
      "", more);
  CHECK(spirv_code(test) == Code{"st.sc0 x_0_0, 2", "st.sc0 y_0_0, 3"});
  const Test at_run_time = spirv_test(
      "%a = OpLoad %uint %x0\n%c = OpIEqual %bool %a %0\n%d = OpINotEqual %bool %a %5\n"
      "%v = OpCompositeConstruct %v2bool %c %d\n%all = OpAll %bool %v\n"
      "%r = OpSelect %uint %all %1 %2\nOpStore %z0 %r",
      "; @Output: forall (%z[0][0] == 1)", "%v2bool = OpTypeVector %bool 2\n");
  CHECK(find_machine("vulkan")->explore(at_run_time, {}).outcomes.size() == 1);
}

TEST_CASE("launch words: shape, values, question and results", "[spirv]") {
  kernel::LaunchWords words;
  words.blocks = word("--grid", "3");
  words.threads = word("--block", "2");
  words.inputs = {word("--init", "x=7,8")};
  words.question = word("--forall", "y[0] == 7 && z[0] != 1");
  words.quantifier = Quantifier::forall;
  const kernel::LaunchedKernel kernel =
      launched(spirv_text("%a = OpLoad %uint %x0\nOpStore %y0 %a\nOpStore %z0 %2"), words);
  CHECK(kernel.test.program.threads.size() == 6);
  CHECK(kernel.test.program.threads[3].label == "workgroup 1, invocation 1");
  CHECK(kernel.facts.launch == "3 workgroups of 2 invocations");
  CHECK(kernel.facts.locations == Code{"x[0]", "y[0]", "z[0]"});
  CHECK(kernel.test.shown == 2);
  CHECK(kernel.test.quantifier == Quantifier::forall);
  CHECK(kernel.test.program.locations[0].initial == 7);
}

TEST_CASE("launch words: without a question what buffers end with is shown", "[spirv]") {
  const kernel::LaunchedKernel kernel = launched(spirv_text("OpStore %y0 %1\nOpStore %w %2"));
  CHECK(kernel.test.program.threads.size() == 2);  // it asks for its number: two workgroups
  CHECK(kernel.test.shown == 1);
  CHECK(kernel.facts.chosen_launch);
}

TEST_CASE("launch words: what a module asks of its executions makes it a litmus test", "[spirv]") {
  const std::string text = spirv_text("OpStore %y0 %1", "; @Output: exists (%y[0][0] == 1)");
  CHECK(std::holds_alternative<Test>(
      spirv::read_launched({text, "k.spvasm"}, std::nullopt, kernel::LaunchWords{})));
}

TEST_CASE("kernel notes: what nobody gave is assumed", "[spirv]") {
  using What = kernel::Assumption::What;
  const kernel::Facts facts =
      launched(spirv_text("%a = OpLoad %uint %w\nOpStore %x0 %a\n%b = OpLoad %uint %y0\n"
                          "OpStore %z0 %b"))
          .facts;
  CHECK(facts.assumed ==
        std::vector<kernel::Assumption>{{What::zeros, "y[0]"}, {What::uninitialised, "w"}});
}

TEST_CASE("launch words: an element of an array without a length", "[spirv]") {
  kernel::LaunchWords words;
  words.inputs = {word("--input", "x[2]=7"), word("--input", "y[0]=3")};
  const kernel::LaunchedKernel kernel =
      launched(spirv_text("%x2 = OpAccessChain %to_uint %x %0 %2\n%a = OpLoad %uint %x2\n"
                          "%b = OpLoad %uint %y0\n%c = OpIAdd %uint %a %b\nOpStore %z0 %c"),
               words);
  REQUIRE(kernel.facts.locations == Code{"x[2]", "y[0]", "z[0]"});
  CHECK(kernel.test.program.locations[0].initial == 7);
  CHECK(kernel.test.program.locations[1].initial == 3);
}

namespace {

std::vector<std::string> cases(const std::string& text, const std::string& input) {
  kernel::LaunchWords words;
  words.inputs = {word("--input", input)};
  std::vector<std::string> result;
  for (const kernel::LaunchCase& one : spirv::cases_of({text, "k.spvasm"}, words)) {
    result.push_back(kernel::text_of(one.inputs));
  }
  return result;
}

std::string refusal(const std::string& text, const std::string& input) {
  try {
    cases(text, input);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "taken";
}

}  // namespace

TEST_CASE("launch words: several values of constants and memory", "[spirv][inputs]") {
  const std::string constants =
      "%mode = OpSpecConstant %uint 5\n%flag = OpSpecConstantTrue %bool\n";
  const std::string text = spirv_text(
      "%c = OpIEqual %bool %mode %3\n%a = OpSelect %uint %c %1 %2\nOpStore %x0 %a", "", constants);
  CHECK(cases(text, "mode=1,2") == Code{"mode = 1", "mode = 2"});
  CHECK(cases(text, "mode=any") ==
        Code{"mode = 0", "mode = 1", "mode = 3", "mode = 4", "mode = 4294967295"});
  CHECK(cases(text, "flag=any") == Code{"flag = 0", "flag = 1"});
  CHECK(cases(text, "x=1,2") == Code{""});  // its elements
  CHECK(cases(text, "x[1]=1,2") == Code{"x[1] = 1", "x[1] = 2"});
  const std::string masked = spirv_text(
      "%a = OpLoad %uint %x0\n%b = OpBitwiseAnd %uint %a %1\n%c = OpIMul %uint %b %5\n"
      "OpStore %y0 %c");
  CHECK(cases(masked, "x[0]=any") == Code{"x[0] = 0", "x[0] = 1"});
  CHECK(refusal(spirv_text("%a = OpLoad %uint %x0\n%b = OpIMul %uint %a %5\nOpStore %y0 %b"),
                "x[0]=any")
            .find("no small set of numbers is known to stand for all of 'x[0]': it is computed "
                  "with at line") != std::string::npos);
  CHECK(refusal(text, "x=any").find("there is no number of that name") != std::string::npos);
}

TEST_CASE("undefined values: ways that they decide are all explored", "[spirv][undefined]") {
  const std::string body =
      "%c = OpIEqual %bool %undefined %3\nOpSelectionMerge %end None\n"
      "OpBranchConditional %c %yes %end\n%yes = OpLabel\nOpStore %x0 %1\nOpBranch %end\n"
      "%end = OpLabel\n";
  const kernel::LaunchedKernel kernel = launched(spirv_text(body));
  const Answer answer = find_machine("vulkan")->explore(kernel.test, {});
  CHECK(answer.outcomes.size() == 2);
  CHECK(has_note(kernel.facts, "both ways are explored"));
  // A litmus test has no notes: what it depends on is refused.
  CHECK_THROWS_AS(spirv::read_kernel(spirv_text(body), "k.spvasm"), InputError);
}

TEST_CASE("undefined values: one that is stored and shown is 0 or 1", "[spirv][undefined]") {
  kernel::LaunchWords words;
  words.blocks = word("--grid", "1");
  const kernel::LaunchedKernel kernel =
      launched(spirv_text("OpStore %w %undefined\n%a = OpLoad %uint %w\nOpStore %x0 %a"), words);
  const Answer answer = find_machine("vulkan")->explore(kernel.test, {});
  CHECK(answer.outcomes.size() == 2);
  CHECK(has_note(kernel.facts, "is taken to be 0 or 1, and may be anything"));
  // One that nobody looks at needs no choice.
  CHECK(launched(spirv_text("OpStore %w %undefined")).test.program.threads.size() == 2);
}

TEST_CASE("kernel notes: what spirv-opt makes of an old module is told", "[spirv]") {
  const auto kernel = [](const std::string& body) {
    return launched(replaced(spirv_text(body), "OpMemoryModel",
                             "OpExtension \"SPV_KHR_vulkan_memory_model\"\nOpMemoryModel"))
        .facts;
  };
  const std::string upgrade = "spirv-opt --upgrade-memory-model";
  CHECK(has_note(kernel("OpStore %x0 %1\nOpControlBarrier %2 %5 %s72\n%a = OpLoad %uint %y0"),
                 upgrade));
  CHECK_FALSE(has_note(kernel("OpStore %x0 %1 NonPrivatePointer\nOpControlBarrier %2 %2 %s24648\n"
                              "%a = OpLoad %uint %y0 NonPrivatePointer"),
                       upgrade));
}

TEST_CASE("sources: lines of a module's source are those of the program", "[spirv]") {
  const std::string text = replaced(
      spirv_text("OpLine %file 3 0\nOpStore %x0 %1\nOpNoLine\nOpStore %y0 %2"), "OpDecorate %id",
      "%file = OpString \"a.wgsl\"\nOpSource Unknown 0 %file \"one\n two\n  three;\n\"\n"
      "OpDecorate %id");
  const Thread thread = launched(text).test.program.threads.front();
  REQUIRE(thread.instructions.size() == 2);
  REQUIRE(thread.instructions[0].code);
  CHECK(*thread.instructions[0].code == CodePlace{"a.wgsl", {3, 1}, "three;"});
  CHECK_FALSE(thread.instructions[1].code);
}

}  // namespace opexplore::testing
