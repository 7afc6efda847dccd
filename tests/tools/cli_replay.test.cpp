// `--trace-json` writes what `opexplore replay` accepts.
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>

#include "tests/catch.hpp"
#include "tests/docs/command.hpp"
#include "tests/export/schema_check.hpp"
#include "tests/locations.hpp"
#include "tests/tools/cli.hpp"

namespace opexplore::testing {
namespace {

using Json = nlohmann::ordered_json;

std::string without(std::string text, const std::string& part) {
  const std::size_t found = text.find(part);
  REQUIRE(found != std::string::npos);
  return text.erase(found, part.size());
}

}  // namespace

TEST_CASE("command line: --trace-json writes traces that replay accepts", "[cli][replay]") {
  const Folder folder;
  const std::string first = folder.add("a.litmus", store_buffering("A"));
  const std::string second = folder.add("b.litmus", store_buffering("B", "~exists"));
  const std::string traces = folder.path("traces.json");
  const std::string log = program(first + ' ' + second).output;
  const auto run = program("--trace-json " + traces + ' ' + first + ' ' + second);
  CHECK(run.status == 0);
  CHECK(contains(run.output, "Test A Allowed"));
  const std::string text = folder.text("traces.json");
  CHECK(schema_fault(text, "trace.schema.json") == "");
  CHECK(Json::parse(text)["traces"].size() == 2);
  const auto replay = program("replay " + traces);
  CHECK(replay.status == 0);
  const std::string reached =
      ", ptx-proxy 2 (ptx-reading=isa): 0:r0=0; 1:r0=0; reached in 4 steps; ";
  CHECK(replay.output == "accepted " + traces + ": A" + reached +
                             "exists (0:r0=0 /\\ 1:r0=0) is Ok\naccepted " + traces + ": B" +
                             reached + "~exists (0:r0=0 /\\ 1:r0=0) is No\n");
  CHECK(program("replay -q " + traces).output.empty());
}

// The search that finds the outcome runs loads in order, and the one that looks for a trace to it
// comes by a state where one is late.
TEST_CASE("command line: traces that show a load to be late replay", "[cli][replay]") {
  const Folder folder;
  const std::string test =
      folder.add("late.litmus",
                 "PTX late\n{ x=0; y=0; z=0; }\n"
                 " P0@cta 0,gpu 0      | P1@cta 1,gpu 0       | P2@cta 2,gpu 0       ;\n"
                 " st.release.gpu x, 1 | ld.relaxed.gpu r0, y | ld.acquire.gpu r0, z ;\n"
                 " fence.sc.gpu        | st.relaxed.gpu z, r0 | fence.sc.gpu         ;\n"
                 " st.release.gpu y, 1 |                      | ld.acquire.gpu r1, x ;\n"
                 "exists (1:r0=1 /\\ 2:r0=1 /\\ 2:r1=0)\n");
  const std::string traces = folder.path("late.json");
  REQUIRE(program("--trace-json " + traces + ' ' + test).status == 0);
  CHECK(program("replay -q " + traces).status == 0);
}

TEST_CASE("command line: replay refuses with 20 and bad input with 2", "[cli][replay]") {
  const Folder folder;
  const std::string test = folder.add("a.litmus", store_buffering());
  REQUIRE(program("--trace-json " + folder.path("good.json") + ' ' + test).status == 0);
  const std::string good = folder.text("good.json");
  std::string wrong = good;
  wrong.replace(wrong.find("\"satisfies\": true"), 17, "\"satisfies\": false");
  folder.add("wrong.json", wrong);
  folder.add("short.json", good.substr(0, good.size() / 2));
  folder.add("bare.json", without(good, "\"number\": 1,"));
  const auto refused = program("replay -q " + folder.path("wrong.json"));
  CHECK(refused.status == 20);
  CHECK(contains(refused.output, "/traces/0/claim/satisfies: found false, expected true"));
  CHECK(refused.output.starts_with("refused " + folder.path("wrong.json") + ":"));
  CHECK(program("replay " + folder.path("short.json")).status == 2);
  CHECK(program("replay " + folder.path("bare.json")).status == 2);
  CHECK(contains(complaint("replay " + folder.path("bare.json")), "expected a member 'number'"));
  CHECK(program("replay " + folder.path("none.json")).status == 2);
  CHECK(program("replay").status == 2);
  CHECK(program("replay --no-such-option").status == 2);
  const auto all = program("replay " + folder.path("good.json") + ' ' + folder.path("wrong.json") +
                           ' ' + folder.path("good.json"));
  CHECK(all.status == 20);
  CHECK(contains(all.output, "accepted "));
  CHECK(program("replay " + folder.path("wrong.json") + ' ' + folder.path("short.json")).status ==
        2);
  CHECK(run("opexplore --trace-json - " + test + " | opexplore replay -").status == 0);
}

TEST_CASE("command line: a test named replay is ./replay", "[cli][replay]") {
  const Folder folder;
  folder.add("replay", store_buffering("Named"));
  const auto run_there = [&](const std::string& file) {
    return run("cd " + folder.path("") + " && " + std::string(program_file) + " " + file);
  };
  CHECK(contains(run_there("./replay").output, "Test Named Allowed"));
  CHECK(run_there("-q replay").status == 0);
  CHECK(run_there("replay").status == 2);
}

TEST_CASE("command line: deadlocks and races are traced too", "[cli][replay]") {
  const Folder folder;
  const std::string stuck = folder.add("stuck.litmus", deadlock_test);
  const std::string traces = folder.path("t.json");
  REQUIRE(program("-q --trace-json " + traces + ' ' + stuck).status == 13);
  const auto deadlock = program("replay " + traces);
  CHECK(deadlock.status == 0);
  CHECK(contains(deadlock.output, ": deadlock in "));
  REQUIRE(program("-q --trace-json " + traces + " litmus/cxx/races/na-W+na-R.litmus").status == 0);
  const auto race = program("replay " + traces);
  CHECK(race.status == 0);
  CHECK(contains(race.output, ": data race in "));
}

TEST_CASE("command line: JSON reports have the same traces", "[cli][replay]") {
  const Folder folder;
  const std::string test = folder.add("a.litmus", store_buffering());
  const std::string comparing = " --machine ptx --compare-with sc ";
  for (const std::string& options : {std::string(" --trace "), comparing}) {
    const auto run = program("-q " + options + "--json " + folder.path("r.json") +
                             " --trace-json " + folder.path("t.json") + ' ' + test);
    REQUIRE(run.status == 0);
    CHECK(schema_fault(folder.text("r.json")) == "");
    const Json report = Json::parse(folder.text("r.json"));
    const Json traces = Json::parse(folder.text("t.json"));
    CHECK(report["tests"][0]["traces"] == traces["traces"]);
    CHECK(traces["traces"].size() == 1);
    CHECK(program("replay " + folder.path("t.json")).status == 0);
  }
  REQUIRE(program("-q --json " + folder.path("r.json") + ' ' + test).status == 0);
  CHECK_FALSE(Json::parse(folder.text("r.json"))["tests"][0].contains("traces"));
}

TEST_CASE("command line: --trace-json does not go with tasks without traces", "[cli][replay]") {
  for (const std::string other :
       {"--stalls --machine sc litmus/ptx/MP.litmus", "--diagram --machine sc-typed",
        "--rank litmus/thesis/observed.json litmus/thesis", "--distinguish sc ptx",
        "--json - litmus/ptx/MP.litmus"}) {
    INFO(other);
    CHECK(program("--trace-json - " + other).status == 2);
  }
  CHECK(contains(complaint("--trace-json --trace litmus/ptx/MP.litmus"), "--trace-json"));
}

TEST_CASE("command line: replay is documented", "[cli][replay][docs]") {
  const std::string help = program("replay --help").output;
  const std::string manual = docs::read("docs/opexplore.1");
  CHECK(contains(manual, "opexplore replay"));
  // groff writes a hyphen that must stay one as \-.
  const std::string unescaped = std::regex_replace(manual, std::regex(R"(\\-)"), "-");
  const auto known = docs::long_options(unescaped);
  const auto offered = docs::long_options(help);
  CHECK_FALSE(offered.empty());
  for (const std::string& option : offered) CHECK(known.contains(option));
  CHECK(contains(program("--help").output, " replay"));
}

}  // namespace opexplore::testing
