// What the program writes besides its log: JSON, traces, drawings, texts about itself.
#include <nlohmann/json.hpp>
#include <string>

#include "tests/catch.hpp"
#include "tests/export/log_grammar.hpp"
#include "tests/export/schema_check.hpp"
#include "tests/locations.hpp"
#include "tests/tools/cli.hpp"

using namespace opexplore::testing;

TEST_CASE("JSON for every ending is one document of the schema", "[cli][json]") {
  const Folder folder;
  folder.add("SB.litmus", store_buffering());
  folder.add("bad.litmus", bad_test);
  folder.add("stuck.litmus", deadlock_test);
  const auto [arguments, code, tests] = GENERATE(
      table<std::string, int, std::size_t>({{"SB.litmus", 0, 1},
                                            {"--trace -show all SB.litmus", 0, 1},
                                            {"--count-paths SB.litmus", 0, 1},
                                            {"--max-states 3 SB.litmus", 1, 1},
                                            {"bad.litmus", 2, 1},
                                            {"missing.litmus", 2, 1},
                                            {"SB.litmus bad.litmus stuck.litmus", 2, 3},
                                            {"--check deadlock --trace stuck.litmus", 13, 1},
                                            {"--machine nonsense SB.litmus", 2, 0},
                                            {"--nonsense SB.litmus", 2, 0},
                                            {"--expect missing.csv SB.litmus", 2, 0},
                                            {"", 2, 0}}));
  INFO(arguments);
  const auto result = run("cd " + folder.path("") + " && opexplore --json - " + arguments);
  CHECK(result.status == code);
  CHECK(schema_fault(result.output) == "");
  const auto document = nlohmann::json::parse(result.output);
  CHECK(document["exit_code"] == code);
  CHECK(document["tests"].size() == tests);
  CHECK(document.contains("error") == (tests == 0));
}

TEST_CASE("JSON to a file leaves the log on standard output", "[cli][json]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  const auto result = program("--max-states 2K --json " + folder.path("r.json") + ' ' + file);
  CHECK(result.status == 0);
  CHECK(LogReader(result.output).blocks().size() == 1);
  const auto document = nlohmann::json::parse(folder.text("r.json"));
  CHECK(schema_fault(document.dump()) == "");
  CHECK(document["tests"][0]["options"]["max_states"] == 2000);
  CHECK(contains(result.output, "Hash=" + document["tests"][0]["hash"].get<std::string>()));
  CHECK(program("--json /nonexistent/r.json " + file).status == 2);
}

TEST_CASE("switches of the reductions reach the machine", "[cli][json]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  const auto options_of = [&](const std::string& arguments) {
    return nlohmann::json::parse(
        program("--json - " + arguments + ' ' + file).output)["tests"][0]["options"];
  };
  CHECK(options_of("")["fuse_local"] == true);
  CHECK(options_of("--no-fuse-local")["fuse_local"] == false);
  CHECK(options_of("--no-fuse-local")["prune_spins"] == true);
  CHECK(options_of("--no-prune-spins")["prune_spins"] == false);
  CHECK(options_of("--no-split-components")["split_components"] == false);
  CHECK(options_of("--no-reduce")["fuse_local"] == false);
  CHECK(options_of("--no-reduce")["prune_spins"] == false);
  CHECK(options_of("--no-reduce")["split_components"] == false);
  CHECK(options_of("--no-reduce")["look_ahead"] == true);
  CHECK(options_of("--no-look-ahead")["look_ahead"] == false);
}

TEST_CASE("traces follow the block and keep the log readable", "[cli]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  const auto one = program("--trace " + file);
  CHECK(log_fault(one.output).empty());
  CHECK(contains(one.output, "Trace of SB, ptx-proxy "));
  CHECK(contains(one.output, ", to 0:r0=0; 1:r0=0;\n"));
  CHECK(contains(one.output, "line 5: ld.weak r0, y"));
  CHECK(contains(one.output, "Why it is possible: step 3, P0 line 5 `ld.weak r0, y` reads y=0 "));
  CHECK(contains(one.output, "\nForbidden by all of: fence.sc.gpu before line 5 of P0 and "));
  const auto all = program("--trace=full -show all " + file);
  std::size_t traces = 0;
  for (auto at = all.output.find("Trace of"); at != std::string::npos;
       at = all.output.find("Trace of", at + 1)) {
    ++traces;
  }
  CHECK(traces == 4);
  CHECK(contains(program("--trace -show neg " + file).output, ", to 0:r0=0; 1:r0=1;\n"));
  CHECK_FALSE(contains(program("--trace -show prop " + file).output, ", to 0:r0=0; 1:r0=1;\n"));
}

TEST_CASE("outcomes are explained in documents", "[cli][json]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  const auto allowed = program("--json - --trace " + file);
  CHECK(schema_fault(allowed.output) == "");
  const auto one = nlohmann::json::parse(allowed.output)["tests"][0];
  CHECK_FALSE(one.contains("prevented"));
  std::size_t explained = 0;
  for (const auto& outcome : one["outcomes"]) {
    if (!outcome.contains("why")) continue;
    ++explained;
    CHECK(outcome["why"]["violations"][0]["verified"] == true);
    for (const auto& step : outcome["trace"]["steps"]) {
      CHECK((step["rule"] == "load") == (step["reason"] != ""));
    }
  }
  CHECK(explained == 1);
  const std::string corpus = std::string(source_folder) + "/litmus/ptx/MP.litmus";
  const auto forbidden = program("--json - --trace " + corpus);
  CHECK(schema_fault(forbidden.output) == "");
  CHECK(nlohmann::json::parse(forbidden.output)["tests"][0]["prevented"]["rows"].size() == 4);
}

TEST_CASE("drawings", "[cli]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  CHECK(program("--dot " + folder.path("one.dot") + ' ' + file).status == 0);
  CHECK(contains(folder.text("one.dot"), "label=\"Test SB, ptx-proxy\\n"));
  CHECK(program("--dot -o " + folder.path("out") + " -suffix=-x " + file).status == 0);
  CHECK(contains(folder.text("out/SB-x.dot"), "digraph"));
  CHECK(log_fault(folder.text("out/SB-x.log")).empty());
  const auto standard = program("--dot - " + file);
  CHECK(standard.output.rfind("digraph", 0) == 0);
  CHECK(program("--witness=dot -o " + folder.path("w") + ' ' + file).status == 0);
  CHECK(folder.has("w/SB.dot"));
}

TEST_CASE("option --witness=json writes a document with the trace", "[cli][json]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  CHECK(program("--witness=json -o " + folder.path("w") + ' ' + file).status == 0);
  const std::string text = folder.text("w/SB.json");
  CHECK(schema_fault(text) == "");
  CHECK(nlohmann::json::parse(text)["tests"][0]["outcomes"][0]["trace"]["steps"].size() > 3);
}

TEST_CASE("two tests never share a file", "[cli]") {
  const Folder folder;
  const std::string files =
      folder.add("a.litmus", store_buffering()) + ' ' + folder.add("b.litmus", store_buffering());
  CHECK(program("-o " + folder.path("out") + ' ' + files).status == 2);
  CHECK(contains(complaint("-o " + folder.path("out2") + ' ' + files), "two tests would write"));
}

TEST_CASE("names of tests cannot leave the output directory", "[cli]") {
  const Folder folder;
  const std::string file = folder.add("x.litmus", store_buffering("../../escape"));
  const auto result = program("-o " + folder.path("out/deep") + ' ' + file);
  if (result.status == 0) CHECK(folder.has("out/deep/_.._.._escape.log"));
  CHECK_FALSE(folder.has("escape.log"));
}

TEST_CASE("what the program says of itself", "[cli]") {
  CHECK(program("--version").output.rfind("opexplore ", 0) == 0);
  CHECK(contains(program("-version").output, ", Rev: "));
  const auto machines = program("--machines");
  CHECK(machines.status == 0);
  for (const std::string name : {"sc  version", "ptx  version", "ptx-proxy  version"}) {
    CHECK(contains(machines.output, name));
  }
  const auto help = program("--help");
  CHECK(help.status == 0);
  CHECK(contains(help.output, "--timeout TIME"));
  CHECK(contains(program("--help all").output, "\nExit codes:"));
  CHECK(program("-h").output == help.output);
  CHECK(contains(program("--help short").output, "--kinds FILE\n"));
  const auto search = program("--help search");
  CHECK(contains(search.output, "--timeout TIME"));
  CHECK_FALSE(contains(search.output, "--kinds"));
}

TEST_CASE("the whole log of a test is the same for any number of threads", "[cli]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  const std::string without_cost = " | grep -v -e '^Time ' -e peak_memory";
  const auto one = run("opexplore --trace=full -show all -j1 " + file + without_cost);
  const auto many = run("opexplore --trace=full -show all -j8 " + file + without_cost);
  CHECK(one.output.size() > 1000);
  CHECK(one.output == many.output);
}
