// Runs of many tests that are ended and go on, or are cut in parts.
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <tuple>

#include "tests/catch.hpp"
#include "tests/locations.hpp"
#include "tests/tools/cli.hpp"
#include "tests/tools/killed.hpp"

namespace opexplore::testing {
namespace {

// Without what the clock says.
std::string timeless(const std::string& report) {
  return std::regex_replace(report, std::regex("(\"seconds\": |Time .* )[0-9.e+-]+"), "$1");
}

// Of a check of mappings, whose report says how long it took.
std::string without_seconds(const std::string& report) {
  return std::regex_replace(report, std::regex("[0-9.]+ s\\b"), "");
}

const std::string corpus = std::string(source_folder) + "/litmus/ptx/";

TEST_CASE("run journal: parts make the report of the whole", "[cli][journal]") {
  const Folder folder;
  const std::string tests = corpus + "barriers " + corpus + "locks no-such-file.litmus";
  const std::string command = GENERATE("", "compare ptx sc ");
  CAPTURE(command);
  const CommandResult whole = program(command + tests + " --json " + folder.path("whole.json"));
  REQUIRE(contains(folder.text("whole.json"), "no such file"));
  std::string journals;
  for (const std::string number : {"1", "2", "3"}) {
    const std::string file = folder.path("journal" + number);
    journals += ' ' + file;
    const CommandResult part =
        program(command + tests + " --shard " + number + "/3 --journal " + file);
    CHECK(part.output.size() < whole.output.size());
  }
  const CommandResult merged = program("merge --json " + folder.path("merged.json") + journals);
  CHECK(merged.status == whole.status);
  CHECK(timeless(merged.output) == timeless(whole.output));
  CHECK(timeless(folder.text("merged.json")) == timeless(folder.text("whole.json")));
  const CommandResult lacking = program("merge -q " + folder.path("journal2"));
  CHECK(lacking.status != 0);
  CHECK(contains(complaint("merge -q " + folder.path("journal2")), "tests are in none of the"));
}

TEST_CASE("run journal: killed at any moment, a run goes on to the same report", "[cli][journal]") {
  const Folder folder;
  const std::string asked =
      "-q -j 1 --no-ample --allow-hangs --generate "
      "'--random 2500 --threads 3 --instructions 4-5 --seed 3' ";
  const std::string whole = timeless(program(asked).output);
  const auto [result, kills] = survived("'" + std::string(program_file) + "' " + asked +
                                            " --resume --journal " + folder.path("journal"),
                                        0.1, 0.2, 31);
  CHECK(kills > 0);
  CHECK(timeless(result.output) == whole);
  const CommandResult again = program(asked + " --resume --journal " + folder.path("journal"));
  CHECK(timeless(again.output) == whole);
}

TEST_CASE("journal: of a ranking, and of a check of mappings", "[cli][journal]") {
  const Folder folder;
  const std::string thesis = std::string(source_folder) + "/litmus/thesis";
  const std::string check = "check --table trailing,llvm-19 --family rmw --every 4";
  for (const auto& [name, command, other] :
       {std::tuple{std::string("opexplore"), "rank " + thesis + "/observed.json " + thesis + " -q",
                   " --machine ptx"},
        std::tuple{std::string("opmap"), check, " --cxx rc11"}}) {
    CAPTURE(command);
    const std::string journal = " --journal " + folder.path(name);
    const CommandResult whole = run(name + ' ' + command);
    const auto ask = [&](const std::string& words) {
      const CommandResult result = run(name + ' ' + command + journal + words);
      CHECK(result.status == whole.status);
      CHECK(without_seconds(result.output) == without_seconds(whole.output));
    };
    ask("");
    const std::string noted = folder.text(name);
    CHECK(noted.size() > 5000);
    folder.add(name, noted.substr(0, noted.size() / 2));  // what was written when it was killed
    ask(" --resume");
    const std::string gone_on = folder.text(name);
    CHECK(gone_on.size() > noted.size() - 100);  // it may be written in fewer records
    ask(" --resume");
    CHECK(folder.text(name) == gone_on);
    const std::string begins = "2>&1 " + name + ' ' + command + journal;
    CHECK(contains(run(begins).output, "exists already"));
    CHECK(contains(run(begins + " --resume" + other).output, "is of another question"));
    CHECK(contains(run("2>&1 " + name + ' ' + command + " --resume").output,
                   "there is nothing to go on with"));
    CHECK(program("merge " + folder.path(name)).status == 2);
  }
}

TEST_CASE("run journal: of another question it is refused", "[cli][journal]") {
  const Folder folder;
  const std::string test = folder.add("sb.litmus", store_buffering());
  const std::string other = folder.add("sb2.litmus", store_buffering("SB2"));
  const std::string journal = " --journal " + folder.path("journal");
  const std::string both = test + ' ' + other;
  CHECK(program(both + journal).status == 0);
  CHECK(contains(complaint(both + journal), "exists already"));
  CHECK(program(both + " -j 1 -v --resume" + journal).status == 0);
  CHECK(program(both + " --json " + folder.path("j.json") + " --resume" + journal).status == 2);
  CHECK(contains(complaint(test + " --resume" + journal), "is of another question"));
  CHECK(contains(complaint(both + " --machine sc --resume" + journal), "is of another question"));
  CHECK(contains(complaint(both + " --shard 1/2 --resume" + journal),
                 "it has 'shard: 1/1' where this has 'shard: 1/2'"));
  folder.add("sb2.litmus", store_buffering("SB3"));
  CHECK(contains(complaint(both + " --resume" + journal), "is of another question"));
  CHECK(contains(complaint(test + " --shard 1/2"), "name a file for it with --journal"));
  CHECK(contains(complaint(test + " --store " + folder.path("store") + journal + '2'),
                 "leave one of them out"));
  CHECK(contains(complaint("merge " + test), "no journal"));
}

}  // namespace
}  // namespace opexplore::testing
