// Data races by the definition of PTX, from the command line to what is written.
#include <nlohmann/json.hpp>
#include <string>

#include "tests/catch.hpp"
#include "tests/tools/cli.hpp"

namespace opexplore::testing {

namespace {

std::string message_passing_with(const std::string& flag) {
  return "PTX MP\n{ x = 0; y = 0; }\n"
         " P0@cta 0,gpu 0     | P1@cta 1,gpu 0        ;\n"
         " st.weak x, 1       | ld." +
         (flag == "release" ? "acquire" : flag) +
         ".gpu r0, y   ;\n"
         " st." +
         flag +
         ".gpu y, 1 | bne r0, 1, LC0        ;\n"
         "                    | ld.weak r1, x         ;\n"
         "                    | LC0:                  ;\n"
         "exists (P1:r0 == 1 /\\ P1:r1 == 0)\n";
}

// A lock that two threads of one code take, each in a CTA of its own: they may change places.
const std::string lock =
    "PTX Lock\n{ x = 0; m = 0; }\n"
    " P0@cta 0,gpu 0                   | P1@cta 1,gpu 0                   ;\n"
    " LC0:                             | LC1:                             ;\n"
    " atom.relaxed.gpu.cas r0, m, 0, 1 | atom.relaxed.gpu.cas r0, m, 0, 1 ;\n"
    " bne r0, 0, LC0                   | bne r0, 0, LC1                   ;\n"
    " ld.weak r1, x                    | ld.weak r1, x                    ;\n"
    " add r2, r1, 1                    | add r2, r1, 1                    ;\n"
    " st.weak x, r2                    | st.weak x, r2                    ;\n"
    " st.relaxed.gpu m, 0              | st.relaxed.gpu m, 0              ;\n"
    "exists ([x] == 1)\n";

nlohmann::json report(const std::string& arguments) {
  return nlohmann::json::parse(program(arguments + " --json - -q").output);
}

}  // namespace

TEST_CASE("data races are flagged, and the verdict stays", "[cli][races]") {
  const Folder folder;
  const std::string file = folder.add("MP.litmus", message_passing_with("relaxed"));
  const CommandResult found = program("--check races " + file);
  CHECK(found.status == 11);
  CHECK(contains(found.output, "\nOk\n"));
  CHECK(contains(found.output, "Flag data-race\n"));
  CHECK(contains(found.output, "racing_pairs=1\n"));
  CHECK(contains(found.output,
                 "Data race on x\n  P0 line 4: `st.weak x, 1`\n  P1 line 6: `ld.weak r1, x`\n"
                 "  not morally strong: both are weak\n"));
  CHECK(program("--property data-race " + file).status == 11);
  const CommandResult silent = program(file);
  CHECK(silent.status == 0);
  CHECK_FALSE(contains(silent.output, "rac"));
  const std::string good = folder.add("good.litmus", message_passing_with("release"));
  const CommandResult clean = program("--check races " + good);
  CHECK(clean.status == 0);
  CHECK(contains(clean.output, "racing_pairs=0\n"));
}

TEST_CASE("a traced race says which order is missing and what it can do", "[cli][races]") {
  const Folder folder;
  const std::string file = folder.add("MP.litmus", message_passing_with("relaxed"));
  const std::string text = program("--check races --trace changes " + file).output;
  CHECK(contains(text,
                 "what it can do: P1 may read 0 or 1; with both strong the outcomes are the same"));
  CHECK(contains(text, "does not release"));
  CHECK(contains(text, "does not acquire"));
  CHECK(contains(text, "to data race: P0 line 4: `st.weak x, 1` and P1 line 6: `ld.weak r1, x`"));
}

TEST_CASE("a drawing marks the pair that races", "[cli][races]") {
  const Folder folder;
  const std::string file = folder.add("MP.litmus", message_passing_with("relaxed"));
  const std::string drawn = program("--check races -q -show none --dot - " + file).output;
  CHECK(drawn.empty());  // nothing was to be traced
  const std::string both = program("--check races -q --dot - " + file).output;
  CHECK(contains(both, "label=\"race\", color=\"red\""));
  CHECK(contains(both, "fontcolor=red"));
}

TEST_CASE("threads that may change places race in each place", "[cli][races]") {
  const Folder folder;
  const std::string file = folder.add("lock.litmus", lock);
  const auto races = report("--check races " + file)["tests"][0]["data_races"];
  CHECK(races.size() == 3);  // two of read and write, one of two writes
  CHECK(races == report("--check races --no-symmetry " + file)["tests"][0]["data_races"]);
  CHECK(report("--check races --trace changes " + file)["tests"][0]["data_races"].size() == 3);
}

TEST_CASE("a race that only executions behind the filter have does not count", "[cli][races]") {
  const Folder folder;
  std::string text = message_passing_with("relaxed");
  text.insert(text.find("exists"), "filter (P1:r0 == 0)\n");
  const auto test = report("--check races " + folder.add("f.litmus", text))["tests"][0];
  CHECK(test["data_races"].empty());
  CHECK(test["excluded_data_races"] ==
        nlohmann::json::parse(R"([{"threads": [0, 1], "instructions": [0, 2]}])"));
}

TEST_CASE("a race before a deadlock is marked", "[cli][races]") {
  const Folder folder;
  const std::string file = folder.add("stuck.litmus",
                                      "PTX Stuck\n{ x = 0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n"
                                      " st.weak x, 1   | ld.weak r0, x  ;\n"
                                      " bar.cta.sync 0 | bar.cta.sync 1 ;\n"
                                      " bar.cta.sync 1 | bar.cta.sync 0 ;\n"
                                      "exists (x == 0)\n");
  const CommandResult found = program("--check races " + file);
  CHECK(contains(found.output, "  only in executions that never end\n"));
  const auto races = report("--check races " + file)["tests"][0]["data_races"];
  REQUIRE(races.size() == 1);
  CHECK(races[0]["in_ending"] == false);
}

TEST_CASE("racing pairs of one machine alone are a difference", "[cli][races]") {
  const Folder folder;
  const std::string alias =
      "PTX Alias\n{ x = 0; y @ generic aliases x; }\n P0@cta 0,gpu 0 ;\n st.weak x, 1 ;\n"
      " ld.weak r0, y ;\nexists (P0:r0 == 0)\n";
  const std::string file = folder.add("alias.litmus", alias);
  const CommandResult compared =
      program("--machine ptx --compare-with ptx-proxy --check races " + file);
  CHECK(contains(compared.output, "only ptx-proxy: data race of P0 line 4: `st.weak x, 1` and P0"));
  CHECK(contains(compared.output, "1 racing pair of ptx-proxy alone"));
  CHECK(contains(program("--machine ptx-proxy --check-axioms --check races " + file).output,
                 "comparison=Alias equal"));
}

TEST_CASE("kernels are asked for races unless properties are named", "[cli][races][launch]") {
  const std::string kernel = "tests/kernels/hand.sm_75.ptx --launch tests/kernels/mp.json";
  CHECK(contains(program(kernel).output, "racing_pairs=0\n"));
  CHECK_FALSE(contains(program(kernel + " --property program_spec").output, "racing_pairs"));
  CHECK_FALSE(contains(program(kernel + " --speedcheck").output, "racing_pairs"));
  CHECK_FALSE(contains(program(kernel + " --machine sc").output, "racing_pairs"));
}

}  // namespace opexplore::testing
