// --stalls: stalls of tests on machines.
#include <nlohmann/json.hpp>
#include <string>

#include "tests/catch.hpp"
#include "tests/export/schema_check.hpp"
#include "tests/tools/cli.hpp"

using namespace opexplore;
using namespace opexplore::testing;

TEST_CASE("stalls: on the command line", "[cli][stalls]") {
  const Folder folder;
  const std::string files = folder.add("SB.litmus", store_buffering()) + ' ' +
                            folder.add("SB2.litmus", store_buffering("SB2"));
  const auto result = program("--stalls --machine sc-typed --sms 2 " + files);
  CHECK(result.status == 0);
  CHECK(contains(result.output, "Test SB\nmachine   least  most\nsc-typed  "));
  CHECK(contains(result.output, "\n\nTest SB2\nmachine "));
  CHECK(contains(result.output, "\n\nSum of 2 tests\nmachine "));
  const auto by_default = program("--stalls " + files);
  CHECK(by_default.status == 0);
  CHECK(contains(by_default.output, "\nsc-typed  "));
  const std::string threads = GENERATE("-j1 ", "-j4 ");
  CHECK(program(threads + "--stalls " + files).output == by_default.output);
}

TEST_CASE("stalls: reductions are off whether asked or not", "[cli][stalls]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  CHECK(program("--stalls --machine sc-typed --no-reduce " + file).output ==
        program("--stalls --machine sc-typed " + file).output);
}

TEST_CASE("stalls: a document, and tests that cannot be read", "[cli][stalls][json]") {
  const Folder folder;
  const std::string files =
      folder.add("SB.litmus", store_buffering()) + ' ' + folder.add("bad.litmus", bad_test);
  const auto result = program("--stalls --machine sc-typed --json - " + files);
  CHECK(result.status == 2);
  CHECK(schema_fault(result.output) == "");
  const auto document = nlohmann::json::parse(result.output);
  CHECK(document["exit_code"] == 2);
  REQUIRE(document["tests"].size() == 1);
  CHECK(document["tests"][0]["error"]["line"] == 4);
  REQUIRE(document["stalls"]["tests"].size() == 1);
  CHECK(document["stalls"]["tests"][0]["name"] == "SB");
  CHECK(document["stalls"]["tests"][0]["answers"][0]["least"].is_number());
}

TEST_CASE("stalls: limits", "[cli][stalls]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  const std::string arguments = "--stalls --machine sc-typed --max-states 3 " + file;
  const auto result = program(arguments);
  CHECK(result.status == 1);
  CHECK(contains(result.output, "\nsc-typed  incomplete\n"));
  CHECK(contains(complaint(arguments), "machine sc-typed: stopped at the limit of 3 states"));
  CHECK_FALSE(contains(complaint("-q " + arguments), "machine sc-typed"));
  const std::string huge = folder.add("huge.litmus", huge_test());
  CHECK(program("--stalls --machine sc-typed --timeout 100ms " + huge).status == 31);
}

TEST_CASE("stalls: what does not go with them", "[cli][stalls]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  const auto [arguments, advice] = GENERATE(table<std::string, std::string>(
      {{"--machine sc", "machine sc counts no stalls; machines that do are "},
       {"--machine sc-typed,ptx", "machine ptx counts no stalls"},
       {"--machine sc-typed,sc-typed", "machine sc-typed is named twice"},
       {"--model ptx75", "ptx75 is a model, and machines are expected here"},
       {"--machine sc-typed --chip fermi", "has no setting chip"},
       {"--compare-with sc", "--stalls and --compare-with do not go together"},
       {"--within sc", "--stalls and --within do not go together"},
       {"--check-axioms", "--stalls and --check-axioms do not go together"},
       {"--count-paths", "--stalls and --count-paths do not go together"},
       {"--speedcheck", "--stalls and --speedcheck do not go together"},
       {"--trace", "--stalls and --trace do not go together"},
       {"--unroll 3", "--stalls and --unroll do not go together"},
       {"-o DIR", "--stalls and -o do not go together"},
       {"--rank x.json", "--stalls and --rank do not go together"}}));
  INFO(arguments);
  CHECK(program("--stalls " + arguments + ' ' + file).status == 2);
  CHECK_THAT(complaint("--stalls " + arguments + ' ' + file), Catch::Matchers::Contains(advice));
}

TEST_CASE("diagram: on the command line", "[cli][diagram]") {
  const auto drawn = program("--machine sc-typed --diagram");
  CHECK(drawn.status == 0);
  CHECK(drawn.output.starts_with("digraph \""));
  CHECK(program("--diagram --machine sc-typed").output == drawn.output);
  CHECK(program("machines sc-typed --write dot").output == drawn.output);
  const Folder folder;
  CHECK(program("machines sc-typed --write dot=" + folder.path("a.dot")).output.empty());
  CHECK(run("cat " + folder.path("a.dot")).output == drawn.output);
  CHECK(program("--machine sc --diagram").status == 2);
  CHECK(contains(complaint("--machine sc --diagram"),
                 "machine sc has no diagram; machines with one are "));
  CHECK(contains(complaint("--machine sc-type --diagram"), "did you mean sc-typed?"));
  CHECK(contains(complaint("--machine sc-typed --diagram x.litmus"),
                 "a diagram and a test do not go together"));
  CHECK(contains(complaint("--machine sc-typed --diagram --json -"),
                 "--diagram and --write json do not go together"));
}
