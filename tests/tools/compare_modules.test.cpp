// Two modules beside each other: what compilers make of one shader.
#include <string>

#include "tests/catch.hpp"
#include "tests/tools/cli.hpp"

using namespace opexplore::testing;

namespace {

const std::string shaders = "tests/kernels/wgsl/";

// A module whose only invocation stores that number at that binding.
std::string storing(int value, int binding) {
  return "OpCapability Shader\nOpCapability VulkanMemoryModel\nOpMemoryModel Logical Vulkan\n"
         "OpEntryPoint GLCompute %main \"main\"\nOpExecutionMode %main LocalSize 1 1 1\n"
         "OpDecorate %box Block\nOpMemberDecorate %box 0 Offset 0\nOpDecorate %b DescriptorSet 0\n"
         "OpDecorate %b Binding " +
         std::to_string(binding) +
         "\n%void = OpTypeVoid\n%kernel = OpTypeFunction %void\n%uint = OpTypeInt 32 0\n"
         "%box = OpTypeStruct %uint\n%to_box = OpTypePointer StorageBuffer %box\n"
         "%to_uint = OpTypePointer StorageBuffer %uint\n%zero = OpConstant %uint 0\n"
         "%value = OpConstant %uint " +
         std::to_string(value) +
         "\n%b = OpVariable %to_box StorageBuffer\n%main = OpFunction %void None %kernel\n"
         "%begin = OpLabel\n%place = OpAccessChain %to_uint %b %zero\nOpStore %place %value\n"
         "OpReturn\nOpFunctionEnd\n";
}

}  // namespace

TEST_CASE("compare: naga and tint make the same of a shader", "[cli][vulkan]") {
  const auto result = program("compare " + shaders + "halves.spv " + shaders + "halves.tint.spv");
  CHECK(result.status == 0);
  CHECK(contains(result.output, "halves.tint.spv: the same 1 outcome, no data race"));
}

TEST_CASE("compare: spirv-opt makes another program of naga's module", "[cli][vulkan]") {
  const auto result =
      program("compare " + shaders + "halves.spv " + shaders + "halves.upgraded.spv");
  CHECK(result.status == 0);
  CHECK(contains(result.output, "halves.upgraded.spv: they differ: a data race in one alone"));
  CHECK(contains(result.output, "race in " + shaders + "halves.upgraded.spv"));
}

TEST_CASE("compare: buffers are the same by set and binding", "[cli][vulkan]") {
  const Folder folder;
  const std::string one = folder.add("one.spvasm", storing(1, 0));
  const std::string same = folder.add("same.spvasm", storing(1, 0));
  const std::string two = folder.add("two.spvasm", storing(2, 0));
  const std::string other = folder.add("other.spvasm", storing(1, 1));
  CHECK(contains(program("compare '" + one + "' '" + same + "'").output, "the same 1 outcome"));
  const std::string differ = program("compare '" + one + "' '" + two + "'").output;
  CHECK(contains(
      differ, "they differ\n  only " + one + "  buffer_0_0=1\n  only " + two + "  buffer_0_0=2\n"));
  CHECK(contains(program("compare '" + one + "' '" + other + "'").output,
                 "buffer_0_0=1 buffer_0_1=0\n"));
}

TEST_CASE("compare: what no two modules are is refused", "[cli][vulkan]") {
  CHECK(contains(complaint("compare " + shaders + "halves.spv " + shaders + "turnstile.spv"),
                 "say --grid and --block"));
  CHECK(
      contains(complaint("compare " + shaders + "halves.spv " + shaders + "none.spv"), "none.spv"));
}
