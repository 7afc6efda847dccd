// Tables of shading languages: templates in SPIR-V, what they make of tests, whether they may.
#include <algorithm>
#include <string>
#include <vector>

#include "litmus/language/reader.hpp"
#include "litmus/language/writer.hpp"
#include "mappings/check.hpp"
#include "mappings/choice.hpp"
#include "mappings/families.hpp"
#include "mappings/report.hpp"
#include "mappings/spirv_template.hpp"
#include "tests/catch.hpp"
#include "tests/contains.hpp"
#include "tests/mappings/checked.hpp"

namespace opexplore::mappings {
namespace {

using testing::contains;

// The instruction in Vulkan's dialect, of a location x.
std::string meaning(const std::string& line, const SpirvModule& module = {},
                    const SpirvVariable& variable = {}) {
  const Template code = read_spirv_template({line}, module, variable);
  Program program;
  program.language = Language::vulkan;
  program.addresses.push_back({.name = "x"});
  Thread thread;
  for (const std::string name : {"d", "v", "e"}) thread.registers.push_back({.name = name});
  return opexplore::to_string(code.steps.at(0).action, thread, program);
}

std::string spirv_complaint(const std::string& line) {
  try {
    read_spirv_template({line}, {}, {});
  } catch (const TemplateError& error) {
    return error.message;
  }
  return "nothing";
}

const SpirvModule of_glsl{false, "GLSL"};

CheckOptions vulkan_options() {
  CheckOptions options = check_options(chosen_shader_machines("vulkan"), Width::bits32);
  return options;
}

TestList shader_list(const Table& table, const std::string& families, std::size_t every) {
  const auto tests = std::make_shared<SourceTests>(shader_tests({families}, meanings_of(table)));
  return {(tests->size() + every - 1) / every,
          [tests, every](std::size_t i) { return tests->make(i * every); },
          [tests, every](std::size_t i) { return tests->family(i * every); }};
}

TableReport shader_report(const Table& table, const std::string& families = "all",
                          std::size_t every = 1) {
  Checker checker(shader_list(table, families, every), vulkan_options());
  return checker.check(table);
}

// A table of WGSL with these barriers; all else is as the text says.
Table wgsl_with(const std::string& barriers) {
  return read_table(R"({"name": "mine", "summary": "s", "version": "v", "source": "o",
      "arch": "a", "extends": "wgsl", "language": "wgsl", "groups": [{"entries": {)" +
                        barriers + "}}]}",
                    "mine.json");
}

}  // namespace

TEST_CASE("shaders: SPIR-V means what the reader of modules says", "[mappings][vulkan]") {
  CHECK(meaning("OpMemoryBarrier Device AcquireRelease|UniformMemory") ==
        "membar.acq_rel.dv.semsc0");
  CHECK(meaning("OpControlBarrier Workgroup Workgroup "
                "AcquireRelease|WorkgroupMemory|MakeAvailable|MakeVisible") ==
        "cbar.acq_rel.wg.semsc1.semav.semvis 0");
  CHECK(meaning("{destination} = OpAtomicLoad {address} QueueFamily None") ==
        "ld.atom.qf.sc0 d, x");
  CHECK(meaning("OpAtomicStore {address} Workgroup WorkgroupMemory {value}", {},
                {.workgroup = true}) == "st.atom.wg.sc1 x, v");
  CHECK(meaning("{destination} = OpAtomic{op} {address} Device None {value}") ==
        "rmw.atom.dv.sc0.add d, x, v");
  CHECK(
      meaning("{destination} = OpLoad {address} MakePointerVisible|NonPrivatePointer Workgroup") ==
      "ld.vis.wg.sc0 d, x");
  // Without the Vulkan memory model the language of the source says what is seen.
  CHECK(meaning("OpStore {address} {value}") == "st.sc0 x, v");
  CHECK(meaning("OpStore {address} {value}", {false, ""}) == "st.nonpriv.sc0 x, v");
  CHECK(meaning("OpStore {address} {value}", of_glsl) == "st.sc0 x, v");
  CHECK(meaning("OpStore {address} {value}", of_glsl, {.coherent = true}) == "st.av.dv.sc0 x, v");
}

TEST_CASE("shaders: a template that says nothing is refused", "[mappings][vulkan]") {
  CHECK(contains(spirv_complaint("fence"), "expected an instruction of SPIR-V, found 'fence'"));
  CHECK(contains(spirv_complaint("OpMemoryBarrier Everywhere None"), "'Everywhere' is no operand"));
  CHECK(contains(spirv_complaint("OpNop"), "neither accesses {address} nor orders memory"));
  CHECK_THROWS_WITH(wgsl_with(R"("warpBarrier": [])"),
                    Catch::Contains("wgsl has no operation 'warpBarrier'"));
  CHECK_THROWS_WITH(wgsl_with(R"("storageBarrier": ["OpStore {address} {value}"])"),
                    Catch::Contains("a barrier has no {address}"));
}

TEST_CASE("shaders: a test is compiled by what its instructions mean", "[mappings][vulkan]") {
  const Test source = read(
      "VULKAN T\n{ x = 0; y = 0; }\n P0@sg 0,wg 0,qf 0 ;\n st.av.wg.sc0 x, 1 ;\n"
      " cbar.acq_rel.wg.semsc0 0 ;\n beq 0, 1, LC00 ;\n rmw.atom.qf.sc0.add r0, y, 2 ;\n LC00: ;\n"
      "exists (0:r0=0)\n",
      "t.litmus");
  const Compiled compiled = compile(source, load_table("naga"));
  const Thread& thread = compiled.test.program.threads.at(0);
  const auto text = [&](std::size_t i) { return thread.instructions.at(i).text; };
  CHECK(text(0) == "st.nonpriv.sc0 x, 1");
  CHECK(text(1) == "cbar.acq_rel.dv.semsc0.semav.semvis 0");
  CHECK(text(3) == "rmw.atom.dv.sc0.add r0, y, 2");
  CHECK(compiled.entries.at(0).at(1) == find_spelled(load_table("naga"), "storageBarrier"));
  const Test other = read(
      "VULKAN T\n{ x = 0; }\n P0@sg 0,wg 0,qf 0 ;\n st.sc0 x, 1 ;\n"
      "exists ([x]=1)\n",
      "t.litmus");
  CHECK_THROWS_WITH(compile(other, load_table("naga")),
                    Catch::Contains("wgsl has no operation that means this"));
  CHECK_THROWS_WITH(compile(source, load_table("lustig19")),
                    Catch::Contains("only C++ tests are compiled"));
}

TEST_CASE("shaders: what compilers emit is sound", "[mappings][vulkan]") {
  for (const std::string name : {"naga", "tint", "wgsl"}) {
    const TableReport report = shader_report(load_table(name));
    INFO(name);
    CHECK(report.count(Finding::unsound) == 0);
    CHECK(report.count(Finding::incomplete) + report.count(Finding::refused) == 0);
    CHECK(report.count(Finding::uncovered) == 0);
    CHECK(report.count(Finding::sound) > 100);
    CHECK(report.count(Finding::undefined) > 50);
  }
  for (const std::string name : {"glslang", "glslang-vulkan"}) {
    const TableReport report = shader_report(load_table(name), "all", 13);
    INFO(name);
    CHECK(report.count(Finding::unsound) == 0);
    CHECK(report.count(Finding::sound) > 20);
  }
}

TEST_CASE("shaders: a barrier that orders less is blamed, and the axioms agree",
          "[mappings][vulkan]") {
  // Of the wrong class of memory.
  const Table wrong = wgsl_with(
      R"("storageBarrier": ["OpControlBarrier Workgroup Workgroup AcquireRelease|WorkgroupMemory"])");
  const TableReport report = shader_report(wrong, "barriers");
  REQUIRE(report.counterexamples.size() == 1);
  CHECK(testing::unsound_entries(report) == std::vector<std::string>{"storageBarrier"});
  const Counterexample& example = report.counterexamples.front();
  CHECK_FALSE(example.race.empty());
  CHECK(example.disagreement.empty());
  CHECK_FALSE(example.bounded);
  CHECK(contains(example.sentence, "has a data race, which the source has not"));
  CHECK(contains(example.sentence,
                 "With `OpControlBarrier Workgroup Workgroup "
                 "AcquireRelease|WorkgroupMemory` for storageBarrier"));
  CHECK(contains(text_report({}, report), "unsound, counterexample 1"));
  // One that does not wait is worse: no race-free program is left.
  const TableReport silent = shader_report(wgsl_with(R"("storageBarrier": [])"), "barriers");
  CHECK(testing::unsound_entries(silent) == std::vector<std::string>{"storageBarrier"});
}

TEST_CASE("shaders: atomics that are too narrow are blamed", "[mappings][vulkan]") {
  Table narrow = load_table("wgsl");
  const EntryId add = *find_spelled(narrow, "atomicAdd of storage");
  narrow = with_entry(narrow, add,
                      read_spirv_template({"{destination} = OpAtomicIAdd {address} Workgroup None "
                                           "{value}"},
                                          {}, {}));
  const Table meanings = load_table("wgsl");
  narrow.meanings = std::make_shared<const Table>(meanings);
  const TableReport report = shader_report(narrow, "atomics");
  CHECK(testing::unsound_entries(report) == std::vector<std::string>{"atomicAdd of storage"});
}

TEST_CASE("shaders: who hands a message on is asked too", "[mappings][vulkan]") {
  // Enough for two invocations of a workgroup, not for a third one in another.
  const Table narrow = read_table(R"({"name": "mine", "summary": "s", "version": "v", "source": "o",
      "arch": "a", "extends": "glsl", "language": "glsl", "groups": [{"entries": {
      "memoryBarrierBuffer": ["OpMemoryBarrier Workgroup AcquireRelease|UniformMemory"]}}]})",
                                  "mine.json");
  const TableReport report = shader_report(narrow, "relays");
  CHECK(report.count(Finding::unsound) > 0);
  CHECK(report.count(Finding::incomplete) + report.count(Finding::refused) == 0);
  CHECK(testing::unsound_entries(report) == std::vector<std::string>{"memoryBarrierBuffer"});
  for (const Counterexample& example : report.counterexamples) {
    CHECK(example.compiled.program.threads.size() == 3);
  }
  CHECK(shader_report(load_table("glslang"), "relays").count(Finding::unsound) == 0);
}

TEST_CASE("shaders: compare-exchanges succeed, or fail and are reads", "[mappings][vulkan]") {
  for (const std::string name : {"glslang-hlsl", "tint"}) {
    const TableReport report = shader_report(load_table(name), "all", 7);
    INFO(name);
    CHECK(report.count(Finding::unsound) == 0);
    for (std::size_t i = 0; i < report.entries.size(); ++i) {
      const Entry& entry = report.table.entries[i];
      if (entry.operation != Operation::cas || !entry.refused.empty()) continue;
      CHECK(report.entries[i].tests > 10);
    }
  }
  // One that writes nothing available to the others is blamed.
  const Table wrong = read_table(R"({"name": "mine", "summary": "s", "version": "v", "source": "o",
      "arch": "a", "extends": "hlsl", "language": "hlsl", "groups": [{"memory": "storage",
      "entries": {"InterlockedCompareExchange": [
        "{destination} = OpAtomicCompareExchange {address} Workgroup None None {value} {expected}"
      ]}}]})",
                                 "mine.json");
  CHECK(testing::unsound_entries(shader_report(wrong, "atomics")) ==
        std::vector<std::string>{"InterlockedCompareExchange of storage"});
}

TEST_CASE("shaders: the upgrade of naga's modules makes accesses private", "[mappings][vulkan]") {
  const TableReport report = shader_report(load_table("spirv-opt-naga"), "barriers");
  CHECK(report.count(Finding::unsound) > 0);
  const std::vector<std::string> blamed = testing::unsound_entries(report);
  CHECK(std::ranges::count(blamed, "load of storage") == 1);
}

TEST_CASE("shaders: tables are of one language at a time", "[mappings]") {
  const std::vector<Table> both{load_table("tint"), load_table("glslang")};
  CHECK_THROWS_WITH(language_of(both),
                    Catch::Contains("tint is about wgsl, and glslang about glsl"));
  CHECK_THROWS_WITH(chosen_shader_machines("ptx"),
                    Catch::Contains("shaders are run as programs of Vulkan"));
}

}  // namespace opexplore::mappings
