// Searches whose states lie on disk, from the command line.
#include <nlohmann/json.hpp>
#include <string>

#include "tests/catch.hpp"
#include "tests/export/schema_check.hpp"
#include "tests/locations.hpp"
#include "tests/tools/cli.hpp"
#include "tests/tools/killed.hpp"

namespace opexplore::testing {
namespace {

// 184,509 states in 31 levels for gpu-queues without reductions.
const std::string wide_test =
    "PTX Wide\n{ x = 0; y = 0; z = 0; }\n"
    " P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 ;\n"
    " st.weak x, 1 | st.weak y, 1 | st.weak z, 1 ;\n"
    " ld.weak r0, y | ld.weak r0, z | ld.weak r0, x ;\n"
    " ld.weak r1, z | ld.weak r1, x | ld.weak r1, y ;\n"
    "exists (P0:r0 == 0 /\\ P1:r0 == 0 /\\ P2:r0 == 0)\n";

// What a report says, whatever the search cost and might have cost.
std::string said(const std::string& json) {
  auto document = nlohmann::ordered_json::parse(json);
  for (auto& test : document["tests"]) {
    test["options"].erase("max_memory");
    test.erase("plan");  // where states lie
    for (const char* const cost : {"seconds", "memory_bytes", "held"}) {
      test["statistics"].erase(cost);
    }
  }
  return document["tests"].dump(1);
}

TEST_CASE("store: killed at any moment, a search goes on to the report of one in memory") {
  const Folder folder;
  const std::string asked =
      folder.add("wide.litmus", wide_test) + " --machine gpu-queues --no-reduce -j 1 -q --json -";
  const std::string whole = said(program(asked).output);
  const auto [result, kills] =
      survived("'" + std::string(program_file) + "' " + asked +
                   " --resume --max-memory 2M --store " + folder.path("states"),
               0.005, 0.01, 31);
  CHECK(kills > 2);
  CHECK(said(result.output) == whole);
  CHECK(schema_fault(result.output).empty());
  const auto document = nlohmann::json::parse(result.output);
  const auto& held = document["tests"][0]["statistics"]["held"];
  CHECK(held.size() == 1);
  CHECK(held[0]["disk_bytes"] > 0);
  CHECK(held[0]["memory_bytes"] <= 2 << 20);
}

TEST_CASE("store: what it cannot go with is refused") {
  const Folder folder;
  const std::string test = folder.add("sb.litmus", store_buffering());
  const std::string store = " --store " + folder.path("states");
  CHECK(contains(complaint(test + store + " --checkpoint " + folder.path("notes")),
                 "leave --checkpoint out"));
  CHECK(contains(complaint(test + store + " --count-paths"), "leave them or --store out"));
  CHECK_FALSE(folder.has("states"));
  CHECK(program(test + store).status == 0);
  CHECK(contains(complaint(test + store), "go on with it by --resume"));
  CHECK(contains(complaint(test + " --store " + folder.path("")), "which is no search"));
}

}  // namespace
}  // namespace opexplore::testing
