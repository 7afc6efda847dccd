// Launches as JSON.
#include <string>
#include <vector>

#include "litmus/input/input_error.hpp"
#include "litmus/kernels/launch_reader.hpp"
#include "tests/catch.hpp"
#include "tests/docs/command.hpp"
#include "tests/export/schema_check.hpp"

namespace opexplore::testing {

namespace {

kernel::Launch launch_of(const std::string& text) { return kernel::read_launch(text, "l.json"); }

}  // namespace

TEST_CASE("launch: everything a launch can say", "[launch]") {
  const kernel::Launch launch = launch_of(R"json({
    "name": "two",
    "kernels": [
      {"kernel": "a", "grid": [2, 3], "block": 64, "gpu": 1, "dynamic_shared": 96,
       "threads": [{"block": [1, 2], "thread": 32, "cta": 7, "gpu": 0, "warp": 1}],
       "parameters": {"p+8": "x", "1": -4}},
      {"parameters": [{"location": "y", "count": 4, "width": 8, "initial": [1, 2]},
                      {"results": ["r0", "r12"], "width": 8}]}],
    "variables": {"v": {"location": "w", "initial": 3}},
    "condition": "exists (x=1)"})json");
  CHECK(launch.path == "l.json");
  CHECK(launch.name == "two");
  CHECK(launch.question == "exists (x=1)");
  CHECK(launch.question_place == SourcePlace{10, 19});
  REQUIRE(launch.grids.size() == 2);
  const kernel::Grid& a = launch.grids[0];
  CHECK(a.entry == "a");
  CHECK(a.blocks == kernel::Triple{2, 3, 1});
  CHECK(a.threads_per_block == kernel::Triple{64, 1, 1});
  CHECK(a.gpu == 1);
  CHECK(a.dynamic_shared == 96);
  REQUIRE(a.threads.size() == 1);
  CHECK(a.threads[0].block == kernel::Triple{1, 2, 0});
  CHECK(a.threads[0].thread == kernel::Triple{32, 0, 0});
  CHECK(a.threads[0].cta == 7);
  CHECK(a.threads[0].gpu == 0);
  CHECK(a.threads[0].warp == 1);
  REQUIRE(a.parameters.size() == 2);
  CHECK(a.parameters[0].name == "p+8");
  CHECK(std::get<kernel::Buffer>(a.parameters[0].argument).location == "x");
  CHECK(std::get<Value>(a.parameters[1].argument) == -4);
  const auto& y = std::get<kernel::Buffer>(launch.grids[1].parameters[0].argument);
  CHECK(y.count == 4);
  CHECK(y.width == 8);
  CHECK(y.initial == std::vector<Value>{1, 2});
  const auto& results = std::get<kernel::Results>(launch.grids[1].parameters[1].argument);
  CHECK(results.registers == std::vector<std::string>{"r0", "r12"});
  CHECK(results.width == 8);
  CHECK(std::get<kernel::Buffer>(launch.variables[0].argument).initial == std::vector<Value>{3});
}

TEST_CASE("launch: code that runs before", "[launch]") {
  CHECK_FALSE(launch_of(R"json({"condition": "c"})json").setup);
  const auto named = launch_of(R"json({"initial_from": "init", "condition": "c"})json").setup;
  REQUIRE(named);
  CHECK(named->entry == "init");
  CHECK(named->parameters.empty());
  const auto bound = launch_of(R"json({"kernels": [{}], "condition": "c",
    "initial_from": {"kernel": "init", "parameters": {"1": 4}}})json")
                         .setup;
  REQUIRE(bound);
  CHECK(bound->entry == "init");
  REQUIRE(bound->parameters.size() == 1);
  CHECK(bound->parameters[0].name == "1");
  CHECK(std::get<Value>(bound->parameters[0].argument) == 4);
}

TEST_CASE("launch: vectors are split or in one piece", "[launch]") {
  CHECK(launch_of(R"json({"condition": "c"})json").one_piece == 0);
  CHECK(launch_of(R"json({"vector": "split", "condition": "c"})json").one_piece == 0);
  CHECK(launch_of(R"json({"vector": 8, "condition": "c"})json").one_piece == 8);
  CHECK(launch_of(R"json({"kernels": [{}], "vector": 16, "condition": "c"})json").one_piece == 16);
}

TEST_CASE("launch: mistakes are refused with their place", "[launch]") {
  const auto refused = [](const std::string& text, std::uint32_t line, std::uint32_t column,
                          const std::string& says) {
    CAPTURE(text);
    try {
      launch_of(text);
      FAIL_CHECK("no error");
    } catch (const InputError& error) {
      CAPTURE(error.what());
      CHECK(error.line == line);
      CHECK(error.column == column);
      CHECK(std::string(error.what()).find(says) != std::string::npos);
    }
  };
  refused("{", 1, 2, "no JSON");
  refused("{}", 1, 1, "expected a member 'condition'");
  refused("{\"condition\": 1}", 1, 15, "as a string");
  refused("{\"condition\": \"c\",\n\"kernl\": \"k\"}", 2, 10, "did you mean 'kernel'?");
  refused("{\"condition\": \"c\", \"grid\": -1}", 1, 28, "from 0 to 65535");
  refused("{\"condition\": \"c\", \"grid\": []}", 1, 28, "one to three numbers");
  refused("{\"condition\": \"c\", \"threads\": []}", 1, 31, "at least one thread");
  refused("{\"condition\": \"c\", \"parameters\": [1.5]}", 1, 35, "a number, a location");
  refused("{\"condition\": \"c\", \"parameters\": [{\"location\": \"x\", \"width\": 3}]}", 1, 62,
          "1, 2, 4 or 8 bytes");
  refused("{\"condition\": \"c\", \"parameters\": [{\"results\": [\"out\"]}]}", 1, 48,
          "expected a register");
  for (const std::string vector : {"4", "0", "\"8\"", "[8]", "true"}) {
    refused("{\"condition\": \"c\", \"vector\": " + vector + "}", 1, 30, "\"split\", 8 or 16");
  }
  refused("{\"condition\": \"c\", \"initial_from\": 1}", 1, 36, "the name of a kernel");
  refused("{\"condition\": \"c\", \"initial_from\": {}}", 1, 36, "expected a member 'kernel'");
  refused("{\"condition\": \"c\", \"initial_from\": {\"kernel\": \"k\", \"grid\": 1}}", 1, 60,
          "unknown member");
}

TEST_CASE("launch: the schema says the same", "[launch]") {
  const auto fault = [](const std::string& text) {
    return schema_fault(text, "launch.schema.json");
  };
  CHECK(fault(docs::read("tests/kernels/mp.json")).empty());
  CHECK(
      fault(R"json({"kernels": [{"kernel": "k", "grid": [1, 2], "threads": [{"block": 1, "cta": 2}],
                   "parameters": {"0": 1, "1+8": {"location": "x", "initial": [1]}}},
                  {"parameters": [{"results": ["r0"]}]}],
                  "variables": {"v": "w"}, "condition": "exists (x=1)"
})json")
          .empty());
  CHECK(fault(R"json({"initial_from": "i", "condition": "c"})json").empty());
  CHECK(fault(R"json({"initial_from": {"kernel": "i", "parameters": ["x"]}, "condition": "c"})json")
            .empty());
  CHECK_FALSE(fault(R"json({"initial_from": {"parameters": []}, "condition": "c"})json").empty());
  CHECK_FALSE(fault(R"json({"initial_from": 1, "condition": "c"})json").empty());
  CHECK(fault(R"json({"vector": "split", "condition": "c"})json").empty());
  CHECK(fault(R"json({"vector": 16, "condition": "c"})json").empty());
  CHECK_FALSE(fault(R"json({"vector": "8", "condition": "c"})json").empty());
  CHECK_FALSE(fault(R"json({"kernel": "k"})json").empty());
  CHECK_FALSE(fault(R"json({"condition": "c", "kernl": "k"})json").empty());
  CHECK_FALSE(fault(R"json({"condition": "c", "grid": -1})json").empty());
  CHECK_FALSE(fault(R"json({"condition": "c", "parameters": [1.5]})json").empty());
  CHECK_FALSE(fault(R"json({"condition": "c", "parameters": [{"results": ["out"]}]})json").empty());
}

}  // namespace opexplore::testing
