// --hunt: the log is the usual one, and says less for sure.
#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/tools/cli.hpp"
#include "tests/tools/json_result.hpp"

using namespace opexplore::testing;

TEST_CASE("hunt: one that sees everything has the verdict of the search", "[cli][hunt]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  for (const std::string machine : {"sc", "tso", "ptx"}) {
    INFO(machine);
    const auto searched = json_result("--machine " + machine + ' ' + file);
    const auto hunted = json_result("--hunt --machine " + machine + ' ' + file);
    CHECK(hunted["verdict"] == searched["verdict"]);
    CHECK(hunted["incomplete"].is_null());
    REQUIRE(hunted["outcomes"].size() == searched["outcomes"].size());
    for (std::size_t i = 0; i < hunted["outcomes"].size(); ++i) {
      CHECK(hunted["outcomes"][i]["values"] == searched["outcomes"][i]["values"]);
    }
  }
}

TEST_CASE("hunt: one that is cut says never of nothing", "[cli][hunt]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  const auto hunted = json_result("--hunt --machine sc --max-states 8 " + file);
  CHECK(hunted["incomplete"]["limit"] == "states");
  CHECK_FALSE(hunted["outcomes"].empty());
  CHECK(hunted["verdict"]["decided"] == false);
  CHECK(hunted["verdict"]["observation"] == "Undecided");
  CHECK(program("-q --hunt --machine sc --max-states 8 " + file).status == 1);
  // What shows is decided all the same.
  CHECK(json_result("--hunt --machine tso --max-states 30 " + file)["verdict"]["decided"] == true);
}

TEST_CASE("hunt: traces are replayed", "[cli][hunt]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  const std::string trace = folder.path("trace.json");
  CHECK(program("-q --hunt --machine ptx --trace-json " + trace + ' ' + file).status == 0);
  CHECK(run("opexplore replay " + trace).status == 0);
}

TEST_CASE("hunt: what does not go with it", "[cli][hunt]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  for (const std::string other :
       {"--verdict=all", "--count-paths", "--property ends", "--write coq"}) {
    INFO(other);
    const std::string said = complaint("--machine sc --hunt " + other + ' ' + file);
    CHECK(contains(said, "--hunt shows what it finds, and " + other));
    CHECK(program("--machine sc --hunt " + other + ' ' + file).status == 2);
  }
  CHECK(contains(complaint("--machine ptx75 --hunt " + file),
                 "--hunt is for machines, and ptx75 is a model"));
  CHECK(program("--hunt --machine sc --compare-with tso " + file).status == 2);
}
