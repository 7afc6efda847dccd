// Searches that are killed, and go on from their checkpoints.
#include <nlohmann/json.hpp>
#include <regex>
#include <string>

#include "tests/catch.hpp"
#include "tests/locations.hpp"
#include "tests/tools/cli.hpp"
#include "tests/tools/killed.hpp"

namespace opexplore::testing {
namespace {

// 3,557,709 states in 42 levels for gpu-queues without reductions: a second or two.
const std::string long_test =
    "PTX Long\n{ x = 0; y = 0; z = 0; }\n"
    " P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 ;\n"
    " st.weak x, 1 | st.weak y, 1 | st.weak z, 1 ;\n"
    " ld.weak r0, y | ld.weak r0, z | ld.weak r0, x ;\n"
    " ld.weak r1, z | ld.weak r1, x | ld.weak r1, y ;\n"
    " st.weak x, 2 | st.weak y, 2 | st.weak z, 2 ;\n"
    "exists (P0:r0 == 0 /\\ P1:r0 == 0 /\\ P2:r0 == 0)\n";

// A report without what depends on the clock.
std::string report_of(const std::string& json) {
  auto document = nlohmann::ordered_json::parse(json);
  for (auto& test : document["tests"]) test["statistics"].erase("seconds");
  return document["tests"].dump(1);
}

TEST_CASE("checkpoint: killed at any moment, a search goes on to the same report") {
  const Folder folder;
  const std::string asked = folder.add("long.litmus", long_test) +
                            " --machine gpu-queues --no-reduce -j 1 -q --json - --trace";
  const std::string whole = report_of(program(asked).output);
  const auto [result, kills] =
      survived("'" + std::string(program_file) + "' " + asked +
                   " --resume --checkpoint-every 0s --checkpoint " + folder.path("notes"),
               0.05, 0.5, 29);
  CHECK(kills > 2);
  CHECK(report_of(result.output) == whole);
}

TEST_CASE("checkpoint: SIGTERM leaves one, of which the report speaks") {
  const Folder folder;
  const std::string asked =
      folder.add("huge.litmus", huge_test()) + " --checkpoint " + folder.path("notes");
  const CommandResult first =
      run("'" + std::string(program_file) + "' " + asked + " --machine sc 2>&1 & pid=$!; " +
          "sleep 0.5; kill -TERM $pid; wait $pid");
  CHECK(first.status != 0);
  CHECK(folder.has("notes"));
  CHECK(contains(first.output, "interrupted"));
  const std::string again = complaint(asked + " --machine sc");
  CHECK(contains(again, "exists already; go on with it by --resume"));
  CHECK(program(asked + " --machine sc 2>&1").status == 2);
  const std::string other = complaint(asked + " --machine gpu-queues --resume");
  CHECK(contains(other, "is of another question: it has 'machine: sc"));
  CHECK(program(asked + " --machine sc --max-states 1 --resume 2>&1").status == 1);
}

TEST_CASE("checkpoint: what it cannot go with is refused") {
  const Folder folder;
  const std::string test = folder.add("sb.litmus", store_buffering());
  const std::string other = folder.add("sb2.litmus", store_buffering("SB2"));
  const std::string notes = " --checkpoint " + folder.path("notes");
  CHECK(contains(complaint(test + ' ' + other + notes), "is of one test, and there are 2"));
  CHECK(contains(complaint(test + " --hunt" + notes), "leave one of the two out"));
  CHECK(contains(complaint(test + " --resume"), "there is nothing to go on with"));
  CHECK(contains(complaint(test + " --checkpoint " + folder.path("no/notes")),
                 "cannot be opened: No such file or directory"));
  CHECK_FALSE(folder.has("notes"));
}

// Without what the clock says.
std::string without_times_of_rows(const std::string& report) {
  return std::regex_replace(report, std::regex(" +[0-9.]+\n"), "\n");
}

TEST_CASE("journal: shards of a campaign make the report of the whole", "[cli]") {
  const Folder folder;
  const std::string asked =
      "campaign --machine ptx -q '--exhaustive --threads 2 --accesses 3' --every 2";
  const std::string whole = without_times_of_rows(program(asked).output);
  REQUIRE(contains(whole, "exhaustive"));
  std::string journals;
  for (const std::string number : {"1", "2", "3"}) {
    const std::string file = folder.path("journal" + number);
    journals += ' ' + file;
    CHECK(program(asked + " --shard " + number + "/3 --journal " + file).status == 0);
  }
  const CommandResult merged = program("merge -q" + journals);
  CHECK(merged.status == 0);
  CHECK(without_times_of_rows(merged.output) == whole);
  const CommandResult lacking = program("merge -q " + folder.path("journal2"));
  CHECK(lacking.status == 1);
  CHECK(contains(lacking.output, "some tests are in none of the journals"));
  CHECK(contains(complaint(asked + " --shard 1/3"), "name a file for it with --journal"));
  CHECK(contains(complaint(asked + " --shard 4/3 --journal x"), "4/3 is no part of the whole"));
  CHECK(contains(complaint(asked + " --journal " + folder.path("journal1")), "exists already"));
  CHECK(contains(complaint(asked + " --resume --journal " + folder.path("journal1")),
                 "it has 'shard: 1/3' where this has 'shard: 1/1'"));
  CHECK(contains(complaint("merge " + folder.add("x.litmus", store_buffering())), "no journal"));
}

}  // namespace
}  // namespace opexplore::testing
