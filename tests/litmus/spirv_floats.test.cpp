// Floating-point numbers and integers of all widths in SPIR-V: known ones and those of memory have
// the same bits.
#include <bit>
#include <cmath>
#include <cstdint>
#include <set>
#include <string>
#include <variant>

#include "explorer/explore.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/spirv_kernel.hpp"

namespace opexplore::testing {
namespace {

// Types, constants %a and %b, and a buffer %f of such numbers.
std::string numbers(const std::string& type, const std::string& a, const std::string& b) {
  return "%number = " + type + "\n%a = OpConstant %number " + a + "\n%b = OpConstant %number " + b +
         "\n%numbers = OpTypeStruct %number %number %number\n"
         "%to_numbers = OpTypePointer StorageBuffer %numbers\n"
         "%to_number = OpTypePointer StorageBuffer %number\n"
         "%f = OpVariable %to_numbers StorageBuffer\n";
}

std::string typed(const std::string& body, const std::string& type, const std::string& a,
                  const std::string& b) {
  std::string text = spirv_text(
      "%f0 = OpAccessChain %to_number %f %0\n%f1 = OpAccessChain %to_number %f %1\n"
      "%f2 = OpAccessChain %to_number %f %2\n" +
          body,
      "", numbers(type, a, b));
  const std::string layout =
      "OpMemberDecorate %numbers 0 Offset 0\nOpMemberDecorate %numbers 1 Offset 8\n"
      "OpMemberDecorate %numbers 2 Offset 16\n";
  return text.replace(text.find("OpDecorate %list"), 0, layout);
}

// What `operation` of %left and %right leaves in the first number, where these are constants, and
// where they are read from memory.
std::set<Value> results(const std::string& operation, const std::string& type, const std::string& a,
                        const std::string& b, const std::string& store = "OpStore %f0 %r") {
  const std::string known = "%left = OpCopyObject %number %a\n%right = OpCopyObject %number %b\n";
  const std::string read =
      "OpStore %f1 %a\nOpStore %f2 %b\n%left = OpLoad %number %f1\n%right = OpLoad %number %f2\n";
  std::set<Value> values;
  for (const std::string& begin : {known, read}) {
    const std::string text = typed(begin + operation + "\n" + store, type, a, b);
    kernel::LaunchWords words;
    words.blocks = {"--grid", "1", "", {}};
    if (store == "OpStore %x0 %r") words.shown = {{"--show", "x", "", {}}};
    const auto kernel = std::get<kernel::LaunchedKernel>(
        spirv::read_launched({text, "k.spvasm"}, std::nullopt, words));
    const Answer answer = find_machine("vulkan")->explore(kernel.test, {});
    REQUIRE(answer.outcomes.size() == 1);
    values.insert(answer.outcomes.front().values.front());
  }
  return values;
}

std::set<Value> bits(float number) { return {Value{std::bit_cast<std::int32_t>(number)}}; }

std::set<Value> of_floats(const std::string& name, const std::string& a, const std::string& b) {
  return results("%r = " + name + " %number %left %right", "OpTypeFloat 32", a, b);
}

}  // namespace

TEST_CASE("SPIR-V floats: arithmetic is exact, known or not", "[spirv][floats]") {
  CHECK(of_floats("OpFAdd", "0.1", "0.2") == bits(0.1F + 0.2F));
  CHECK(of_floats("OpFSub", "1.0", "3.5") == bits(-2.5F));
  CHECK(of_floats("OpFMul", "0.1", "3.0") == bits(0.1F * 3.0F));
  CHECK(of_floats("OpFDiv", "1.0", "3.0") == bits(1.0F / 3.0F));
  const double third = 1.0 / 3.0;
  CHECK(results("%r = OpFDiv %number %left %right", "OpTypeFloat 64", "1.0", "3.0") ==
        std::set<Value>{std::bit_cast<Value>(third)});
  // 1.5 + 2 in 16 bits.
  CHECK(results("%r = OpFAdd %number %left %right", "OpTypeFloat 16", "1.5", "2.0") ==
        std::set<Value>{0x4300});
}

TEST_CASE("SPIR-V floats: comparisons, conversions and GLSL's functions", "[spirv][floats]") {
  const std::string f32 = "OpTypeFloat 32", shown = "OpStore %x0 %r";
  const auto truth = [&](const std::string& op, const std::string& a, const std::string& b) {
    return results("%t = " + op + " %bool %left %right\n%r = OpSelect %uint %t %1 %0", f32, a, b,
                   shown);
  };
  CHECK(truth("OpFOrdLessThan", "-1.5", "0.5") == std::set<Value>{1});
  CHECK(truth("OpFOrdGreaterThanEqual", "-1.5", "0.5") == std::set<Value>{0});
  CHECK(truth("OpFUnordNotEqual", "0.0", "-0.0") == std::set<Value>{0});
  CHECK(results("%r = OpConvertFToS %int %left\n", f32, "-2.75", "0.0", shown) ==
        std::set<Value>{-2});
  CHECK(results("%i = OpConvertFToU %uint %left\n%r = OpConvertUToF %number %i", f32, "7.9",
                "0.0") == bits(7.0F));
  CHECK(results("%r = OpExtInst %number %glsl Floor %left", f32, "-2.5", "0.0") == bits(-3.0F));
  CHECK(results("%r = OpExtInst %number %glsl FMax %left %right", f32, "-2.5", "4.0") ==
        bits(4.0F));
  CHECK(results("%r = OpBitcast %uint %left", f32, "1.0", "0.0", shown) ==
        std::set<Value>{0x3F800000});
}

TEST_CASE("SPIR-V integers: signed operations of all widths", "[spirv][integers]") {
  const std::string s8 = "OpTypeInt 8 1", s16 = "OpTypeInt 16 1", s64 = "OpTypeInt 64 1";
  CHECK(results("%r = OpSDiv %number %left %b", s8, "-7", "2") == std::set<Value>{0xFD});
  CHECK(results("%r = OpShiftRightArithmetic %number %left %3", s16, "-9", "1") ==
        std::set<Value>{0xFFFE});
  CHECK(results("%t = OpSLessThan %bool %left %right\n%r = OpSelect %uint %t %1 %0", s16, "-1", "1",
                "OpStore %x0 %r") == std::set<Value>{1});
  CHECK(results("%r = OpExtInst %number %glsl SAbs %left", s64, "-5", "0") == std::set<Value>{5});
  CHECK(results("%r = OpExtInst %number %glsl SClamp %left %right %b", s16, "-5", "3") ==
        std::set<Value>{3});
}

TEST_CASE("SPIR-V pointers: they are compared and subtracted", "[spirv][pointers]") {
  const Test test = spirv_test(
      "%x2 = OpAccessChain %to_uint %x %0 %2\n%same = OpPtrEqual %bool %x0 %x2\n"
      "%gap = OpPtrDiff %uint %x2 %x0\n%r = OpSelect %uint %same %9 %gap\nOpStore %y0 %r");
  CHECK(spirv_code(test) == std::vector<std::string>{"st.sc0 y_0_0, 2"});
}

}  // namespace opexplore::testing
