// --goal, and what --speedcheck leaves out.
#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/tools/cli.hpp"
#include "tests/tools/json_result.hpp"

using namespace opexplore::testing;

TEST_CASE("goal: the run says what it left out", "[cli][goal]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  const auto whole = json_result("--machine sc " + file);
  const auto directed = json_result("--machine sc --goal " + file);
  CHECK(whole["goal_directed"] == false);
  CHECK(whole["options"]["goal"] == false);
  CHECK(directed["goal_directed"] == true);
  CHECK(directed["options"]["goal"] == true);
  CHECK(directed["statistics"]["states"] < whole["statistics"]["states"]);
  CHECK(directed["outcomes"].empty());  // sc forbids the one that is asked for
  CHECK(directed["verdict"]["word"] == whole["verdict"]["word"]);
  CHECK(directed["verdict"]["decided"] == true);
  CHECK(directed["verdict"]["observation"] == "Never");
  CHECK(directed["verdict"]["never_ends"] == false);
  CHECK(complaint("-q --machine sc --goal " + file).empty());
  CHECK(contains(program("-v --machine sc --goal " + file).output, "\ngoal="));
  CHECK(contains(program("-v --machine sc --speedcheck " + file).output, "\ngoal="));
  CHECK_FALSE(contains(program("-v --machine sc " + file).output, "\ngoal="));
}

TEST_CASE("goal: documents have the plan in the words of -v", "[cli][goal]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  for (const std::string how : {"--verdict", "", "--hunt", "--verdict --trace"}) {
    INFO(how);
    const auto asked = how + " --machine ptx-proxy " + file;
    std::string said;
    const auto result = json_result(asked);
    for (const auto& stage : result["plan"]) {
      said += "Plan of SB: " + stage.get<std::string>() + '\n';
    }
    CHECK_FALSE(said.empty());
    CHECK(contains(complaint("-v " + asked), said));
  }
  CHECK_FALSE(json_result("--model ptx75 " + file).contains("plan"));
  const auto compared = json_result("--machine sc --compare-with ptx-proxy " + file);
  CHECK(compared["plan"][0] == "all outcomes, level by level");
  CHECK(compared["comparison"]["second"]["plan"][0] == "all outcomes, level by level");
}

TEST_CASE("goal: --check deadlock keeps all states", "[cli][goal]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  CHECK(json_result("--machine sc --speedcheck " + file)["goal_directed"] == true);
  for (const std::string also : {"--check deadlock", "--property=deadlock", "--count-paths"}) {
    INFO(also);
    CHECK(json_result("--machine sc --speedcheck " + also + ' ' + file)["goal_directed"] == false);
  }
}

TEST_CASE("goal: what does not go with it", "[cli][goal]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  const auto [arguments, advice] = GENERATE(table<std::string, std::string>(
      {{"--goal --check deadlock", "--property deadlock asks about all states"},
       {"--goal --machine drf0 --check races", "--property data-race asks about all states"},
       {"--goal --count-paths", "--count-paths asks about all states"},
       {"--goal --compare-with sc", "a comparison is of all outcomes, and --verdict=all"},
       {"--goal --model ptx75", "--verdict=all is for machines"},
       {"--goal --stalls", "--stalls and --goal do not go together"}}));
  INFO(arguments);
  CHECK(program(arguments + ' ' + file).status == 2);
  CHECK_THAT(complaint(arguments + ' ' + file), Catch::Matchers::Contains(advice));
}

TEST_CASE("goal: replay accepts the traces of verdicts", "[cli][goal][replay]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  for (const std::string machine : {"sc", "ptx-proxy", "tso", "gpu-scoped"}) {
    for (const std::string option : {"--goal", "--speedcheck"}) {
      INFO(machine << ' ' << option);
      program("--machine " + machine + ' ' + option + " --trace-json " + folder.path("trace.json") +
              ' ' + file);
      if (!folder.has("trace.json")) continue;
      if (nlohmann::json::parse(folder.text("trace.json"))["traces"].empty()) continue;
      CHECK(program("replay " + folder.path("trace.json")).status == 0);
    }
  }
}
