// Two modules beside each other: what compilers make of one shader.
#include <nlohmann/json.hpp>
#include <string>

#include "tests/catch.hpp"
#include "tests/export/schema_check.hpp"
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

TEST_CASE("compare: modules as JSON, with the ways to what differs", "[cli][vulkan][json]") {
  const Folder folder;
  const std::string one = folder.add("one.spvasm", storing(1, 0));
  const std::string two = folder.add("two.spvasm", storing(2, 0));
  const auto both = program("compare --json - '" + one + "' '" + two + "'");
  CHECK(both.status == 0);
  CHECK(schema_fault(both.output, "compare-modules.schema.json") == "");
  const auto document = nlohmann::json::parse(both.output);
  CHECK(document["agreement"] == "different");
  CHECK(document["common"].empty());
  const auto& only = document["modules"][1]["only"];
  REQUIRE(only.size() == 1);
  CHECK(only[0]["outcome"] == "buffer_0_0=2");
  CHECK(contains(only[0]["trace"].back()["instruction"].get<std::string>(), "OpStore"));

  const auto race =
      program("compare --json - " + shaders + "halves.spv " + shaders + "halves.upgraded.spv");
  CHECK(schema_fault(race.output, "compare-modules.schema.json") == "");
  const auto raced = nlohmann::json::parse(race.output);
  CHECK(raced["agreement"] == "race in one");
  CHECK(raced["modules"][0]["race"].is_null());
  CHECK(raced["modules"][1]["race"].is_string());
  CHECK(raced["modules"][1]["race_trace"].size() > 1);

  // Also in the place of an older document.
  for (int i = 0; i < 2; ++i) {
    const auto written =
        program("compare --json '" + folder.path("c.json") + "' '" + one + "' '" + two + "'");
    CHECK(written.status == 0);
    CHECK(contains(written.output, "they differ"));
  }
  CHECK(schema_fault(folder.text("c.json"), "compare-modules.schema.json") == "");

  const std::string traced = program("compare --trace '" + one + "' '" + two + "'").output;
  CHECK(contains(traced, "Trace of"));
  CHECK(contains(traced, "buffer_0_0=2"));
  CHECK(contains(complaint("compare --json '" + one + "' '" + one + "' '" + two + "'"), "--json"));
}

TEST_CASE("compare: what no two modules are is refused", "[cli][vulkan]") {
  CHECK(contains(complaint("compare " + shaders + "halves.spv " + shaders + "turnstile.spv"),
                 "say --grid and --block"));
  CHECK(
      contains(complaint("compare " + shaders + "halves.spv " + shaders + "none.spv"), "none.spv"));
}
