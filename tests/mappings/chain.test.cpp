// Chains of tables: each step, all of them together, and the step that is to blame.
#include "mappings/chain.hpp"

#include <array>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "litmus/input/usage_error.hpp"
#include "mappings/choice.hpp"
#include "mappings/families.hpp"
#include "mappings/report.hpp"
#include "tests/catch.hpp"
#include "tests/contains.hpp"
#include "tests/export/schema_check.hpp"
#include "tests/mappings/checked.hpp"
#include "tests/mappings/source.hpp"

namespace opexplore::mappings {
namespace {

using testing::contains;

std::vector<Table> chain_of(const std::vector<std::string>& names) {
  std::vector<Table> tables;
  for (const std::string& name : names) tables.push_back(load_table(name));
  return tables;
}

ChainReport cxx_chain(const std::vector<Table>& tables, const testing::Checked& what) {
  const CheckOptions options = testing::options_of(what);
  std::vector<ChainStep> steps;
  for (const Table& table : tables) {
    steps.push_back({table, table.target == Language::ptx ? options.target : options.source});
  }
  return check_chain(testing::tests_of(what), options, steps);
}

ChainReport shader_chain(const std::vector<Table>& tables, const std::string& family) {
  const auto tests =
      std::make_shared<SourceTests>(shader_tests({family}, meanings_of(tables.front())));
  const TestList list{tests->size(), [tests](std::size_t i) { return tests->make(i); },
                      [tests](std::size_t i) { return tests->family(i); }};
  const CheckOptions options = check_options(chosen_shader_machines("vulkan"), Width::bits32);
  std::vector<ChainStep> steps;
  for (const Table& table : tables) steps.push_back({table, options.target});
  return check_chain(list, options, steps);
}

// From C++ to LLVM IR with every store relaxed.
Table with_relaxed_stores() {
  return read_table(R"({"name": "relaxed-stores", "summary": "s", "extends": "clang-ir",
      "target": "LLVM IR", "groups": [{"operation": "store", "entries": {
      "release": ["store atomic {value}, {address} monotonic"]}}]})",
                    "relaxed.json");
}

}  // namespace

TEST_CASE("chain: LLVM IR keeps the orders, and its back end drops them", "[mappings]") {
  const ChainReport report = cxx_chain(chain_of({"clang-ir", "llvm-19"}), {"rmw", 41});
  REQUIRE(report.steps.size() == 2);
  CHECK(report.steps[0].count(Finding::unsound) == 0);
  CHECK(report.steps[0].count(Finding::sound) > 0);
  CHECK(report.count(Finding::unsound) > 0);
  CHECK(report.blamed == std::vector<std::size_t>{0, report.count(Finding::unsound)});
  CHECK(report.first[0].empty());
  CHECK_FALSE(report.first[1].empty());
  CHECK(code_of(report) == ExitCode::disagreement);
}

TEST_CASE("chain: the wrong step may be any of them", "[mappings]") {
  std::vector<Table> tables{with_relaxed_stores(), load_table("lustig19")};
  // The other accesses of the table are of system scope alone.
  for (Table& table : tables) table.scopes.fill({Scope::sys, ""});
  const ChainReport report = cxx_chain(tables, {"accesses", 11});
  CHECK(report.count(Finding::unsound) > 0);
  CHECK(report.blamed == std::vector<std::size_t>{report.count(Finding::unsound), 0});
  CHECK(report.steps[1].count(Finding::unsound) == 0);
  const std::string text =
      text_report(std::vector<CheckedChain>{{{}, std::vector<CheckTitle>(2), report}});
  CHECK(contains(text, "step 1, relaxed-stores"));
  CHECK(contains(text, "step 2, lustig19"));
  CHECK(contains(text, "not to blame"));
  const auto json =
      json_report(std::vector<CheckedChain>{{{}, std::vector<CheckTitle>(2), report}}, 20);
  CHECK(opexplore::testing::schema_fault(json.dump(), "opmap-check.schema.json") == "");
  CHECK(json["chains"][0]["steps"][0]["blamed"] == report.count(Finding::unsound));
}

TEST_CASE("chain: the optimiser of clang ends a release sequence", "[mappings]") {
  // Whoever reads 2 has acquired what the store of 1 released: a read-modify-write stands between.
  const Action exchange =
      testing::cxx_atomic(AtomicOp::exch, std::nullopt, 1, Value{2}, Order::relaxed, Scope::sys);
  const std::vector<Action> release{testing::cxx_store(0, Value{1}, Order::relaxed, Scope::sys),
                                    testing::cxx_store(1, Value{1}, Order::release, Scope::sys)};
  const std::vector<Action> acquire{testing::cxx_load(0, 1, Order::acquire, Scope::sys),
                                    testing::cxx_load(1, 0, Order::relaxed, Scope::sys)};
  std::vector<Action> both = release;
  both.push_back(exchange);
  const std::array sources{testing::cxx_test({release, {exchange}, acquire}),
                           testing::cxx_test({both, acquire})};
  const TestList list{2, [&](std::size_t i) { return sources.at(i); },
                      [](std::size_t) { return std::string_view("files"); }};
  const CheckOptions options = testing::options_of({});
  const auto report = [&](const std::string& front_end) {
    return check_chain(
        list, options,
        {{load_table(front_end), options.source}, {load_table("lustig19"), options.target}});
  };
  CHECK(report("clang-ir").count(Finding::sound) == 2);
  const ChainReport optimised = report("clang-ir-O3");
  CHECK(optimised.steps[0].unsound_tests == std::vector<std::size_t>{0, 1});
  CHECK(testing::unsound_entries(optimised.steps[0]) ==
        std::vector<std::string>{"overwrite relaxed"});
  // In PTX a store of the thread that released goes on with the pattern, so both steps together
  // are right where that is the one.
  CHECK(optimised.count(Finding::unsound) == 1);
  CHECK(optimised.blamed == std::vector<std::size_t>{1, 0});
}

TEST_CASE("chain: from WGSL through naga to the Vulkan memory model", "[mappings][vulkan]") {
  const ChainReport report = shader_chain(chain_of({"naga", "spirv-opt-naga"}), "barriers");
  CHECK(report.steps[0].count(Finding::unsound) == 0);
  CHECK(report.count(Finding::unsound) > 0);
  CHECK(report.blamed == std::vector<std::size_t>{0, report.count(Finding::unsound)});
}

TEST_CASE("chain: from GLSL through glslang to the Vulkan memory model", "[mappings][vulkan]") {
  const ChainReport report = shader_chain(chain_of({"glslang", "spirv-opt-glslang"}), "atomics");
  CHECK(report.count(Finding::unsound) == 0);
  CHECK(report.count(Finding::sound) > 0);
}

TEST_CASE("chain: tables follow each other", "[mappings]") {
  CHECK_NOTHROW(require_chain(chain_of({"clang-ir", "lustig19"})));
  CHECK_THROWS_WITH(
      require_chain(chain_of({"lustig19", "llvm-19"})),
      Catch::Contains("llvm-19 compiles C++ or LLVM IR, and not what lustig19 makes"));
  CHECK_THROWS_WITH(require_chain(chain_of({"tint", "spirv-opt-naga"})),
                    Catch::Contains("spirv-opt-naga compiles naga, and not what tint makes"));
  CHECK_THROWS_AS(require_chain(chain_of({"tint"})), UsageError);
}

}  // namespace opexplore::mappings
