// Options that refuse, that take a value or none, and output that cannot be written.
#include <nlohmann/json.hpp>
#include <string>

#include "tests/catch.hpp"
#include "tests/export/log_grammar.hpp"
#include "tests/export/schema_check.hpp"
#include "tests/tools/cli.hpp"

using namespace opexplore::testing;

namespace {

const std::string no_ptx =
    "PTX strict\n{ x = 0; }\n P0@cta 0,gpu 0 ;\n red.acquire.gpu.add x, 1 ;\n"
    " fence.proxy.texture ;\nexists (x == 1)\n";

CommandResult run_in(const Folder& folder, const std::string& command) {
  return run("cd " + folder.path("") + " && " + command);
}

}  // namespace

TEST_CASE("option --progress: stacks of warps are for machines that know their places", "[cli]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  CHECK(program("--machine sc --progress pre-volta " + file).status == 0);
  CHECK(program("--machine tso --progress cuda " + file).status == 0);
  const std::string refused = "--machine tso --progress pre-volta " + file;
  CHECK(program(refused).status == 2);
  const std::string said = complaint(refused);
  CHECK(contains(said, "machine tso does not run the threads of a warp together"));
  CHECK(contains(said, "for warp=stack there are drf0"));
}

TEST_CASE("option --strict-ptx refuses a test and lists every instruction", "[cli]") {
  const Folder folder;
  const std::string strict = folder.add("strict.litmus", no_ptx);
  const std::string files = strict + ' ' + folder.add("SB.litmus", store_buffering());
  CHECK(program(files).status == 0);
  const auto result = program("--strict-ptx " + files);
  CHECK(result.status == 2);
  const LogReader log(result.output);
  REQUIRE(log.blocks().size() == 1);
  CHECK(log.blocks()[0].name == "SB");
  const std::string said = complaint("--strict-ptx " + files);
  CHECK(contains(said, "Warning: File \"" + strict +
                           "\", line 4, characters 1-20: 'red.acquire.gpu.add' is not PTX: "));
  CHECK(contains(said, "line 5, characters 1-20: 'fence.proxy.texture' is not PTX: "));
  CHECK(contains(said, "Error: " + strict + ":4:2: 2 things that no PTX assembler takes"));
  const std::string quiet = complaint("-q --strict-ptx " + files);
  CHECK_FALSE(contains(quiet, "Warning"));
  CHECK(contains(quiet, "Error: "));
}

TEST_CASE("option --strict-ptx lists the instructions in JSON", "[cli][json]") {
  const Folder folder;
  const auto result = program("--json - --strict-ptx " + folder.add("strict.litmus", no_ptx));
  CHECK(result.status == 2);
  CHECK(schema_fault(result.output) == "");
  const auto error = nlohmann::json::parse(result.output)["tests"][0]["error"];
  CHECK(error["line"] == 4);
  CHECK(error["column"] == 2);
  REQUIRE(error["remarks"].size() == 2);
  CHECK(error["remarks"][1]["line"] == 5);
}

TEST_CASE("a machine's refusal has a place", "[cli][json]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  CHECK(contains(complaint("--machine cxx " + file),
                 "SB.litmus:1:1: machine cxx cannot run this test: the test is written in PTX"));
  const auto result = program("--machine cxx --json - " + file);
  CHECK(result.status == 2);
  CHECK(nlohmann::json::parse(result.output)["tests"][0]["error"]["column"] == 1);
}

TEST_CASE("an option is never the value of the option before it", "[cli]") {
  const Folder folder;
  folder.add("SB.litmus", store_buffering());
  const auto [arguments, status] = GENERATE(table<std::string, int>({{"--dot --trace", 0},
                                                                     {"--trace --dot", 0},
                                                                     {"--dot -v", 0},
                                                                     {"--speedcheck --dot", 0},
                                                                     {"--dot --", 0},
                                                                     {"--dot=--trace", 2},
                                                                     {"--dot=-v", 2},
                                                                     {"--json --trace", 2},
                                                                     {"--json=--trace", 2},
                                                                     {"-o --trace", 2},
                                                                     {"-o -v", 2},
                                                                     {"-I --trace", 2},
                                                                     {"-j --trace", 2},
                                                                     {"--names=--trace", 2},
                                                                     {"--kinds --trace", 2},
                                                                     {"--trace=--dot", 2}}));
  INFO(arguments);
  CHECK(run_in(folder, "opexplore " + arguments + " SB.litmus").status == status);
  CHECK(folder.has("SB.dot") == (status == 0));
  const auto files = run_in(folder, "ls -A | grep -v -e SB.litmus -e SB.dot");
  CHECK(files.output.empty());
}

TEST_CASE("a file may be named like an option", "[cli]") {
  const Folder folder;
  folder.add("SB.litmus", store_buffering());
  CHECK(run_in(folder, "opexplore --json ./--trace SB.litmus").status == 0);
  CHECK(folder.has("--trace"));
  folder.add("-h", store_buffering("dash"));
  CHECK(contains(run_in(folder, "opexplore -- -h").output, "Test dash "));
}

TEST_CASE("option -h takes a topic as --help does", "[cli]") {
  CHECK(program("-h short").output == program("--help=short").output);
  CHECK(program("-h").output == program("--help").output);
}

TEST_CASE("numbers of threads", "[cli]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  for (const std::string threads : {"--threads 0", "-j 1", "-j1024"}) {
    INFO(threads);
    CHECK(program(threads + ' ' + file).status == 0);
  }
  for (const std::string threads : {"x", "1025", "100000", "99999999999999999999", "=-1"}) {
    INFO(threads);
    const std::string arguments = (threads[0] == '=' ? "--threads" : "-j ") + threads + ' ' + file;
    CHECK(program(arguments).status == 2);
    CHECK(contains(complaint(arguments), "write 1 to 1024, or 0 for one per core"));
  }
}

TEST_CASE("an option given twice and an empty name are refused", "[cli]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  CHECK(contains(complaint("-machine sc --machine ptx " + file), "--machine is given twice"));
  CHECK(contains(complaint("'' " + file), "the name of a test is empty"));
  CHECK(program("'' " + file).status == 2);
  CHECK(contains(complaint("--machine sc --ptx-reading dat3m " + file),
                 "machine sc has no setting ptx-reading; it belongs to ptx, ptx-proxy"));
}

TEST_CASE("option --no-forget-dead reaches the machine", "[cli][json]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  const auto forgets = [&](const std::string& option) {
    const auto text = program("--json - " + option + ' ' + file).output;
    return nlohmann::json::parse(text)["tests"][0]["options"]["forget_dead"].get<bool>();
  };
  CHECK(forgets(""));
  CHECK_FALSE(forgets("--no-forget-dead"));
  CHECK_FALSE(forgets("--no-reduce"));
}

TEST_CASE("a full disk is an error, reported once", "[cli]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  const std::string arguments =
      GENERATE(as<std::string>{}, "", "--json -", "--dot -", "--trace", "--help", "--machines");
  INFO(arguments);
  const std::string command = "opexplore " + arguments + ' ' + (arguments == "--help" ? "" : file);
  CHECK(run(command + " > /dev/full").status == 2);
  CHECK(run(command + " 2>&1 > /dev/full").output ==
        "opexplore: cannot write standard output: No space left on device\n");
}

TEST_CASE("what cannot be written is known before the search", "[cli]") {
  const Folder folder;
  const std::string file = folder.add("huge.litmus", huge_test());
  const auto [arguments, says] = GENERATE(table<std::string, std::string>(
      {{"--json nodir/r.json", "cannot write nodir/r.json: No such file"},
       {"--dot nodir/r.dot", "cannot write nodir/r.dot: No such file"},
       {"--json .", "cannot write .: Is a directory"},
       {"-o huge.litmus", "huge.litmus is a file"}}));
  INFO(arguments);
  const std::string command = "opexplore --machine sc " + arguments + ' ' + file;
  CHECK(run_in(folder, command).status == 2);
  CHECK_THAT(run_in(folder, command + " 2>&1").output, Catch::Matchers::Contains(says));
}

TEST_CASE("files that are no litmus tests", "[cli]") {
  const Folder folder;
  folder.add("empty", "");
  folder.add("binary", std::string("\x7f"
                                   "ELF\0\xff",
                                   6));
  std::string carriage = store_buffering();
  for (auto at = carriage.find('\n'); at != std::string::npos; at = carriage.find('\n', at + 2)) {
    carriage.insert(at, 1, '\r');
  }
  folder.add("crlf", carriage);
  folder.add("lf", store_buffering());
  for (const std::string name : {"empty", "binary", "/dev/null", "/proc/self/mem"}) {
    INFO(name);
    CHECK(run_in(folder, "opexplore " + name).status == 2);
    CHECK(contains(run_in(folder, "opexplore " + name + " 2>&1").output, "Error: " + name + ":"));
  }
  const std::string without_cost = " | grep -v -e '^Time '";
  CHECK(run_in(folder, "opexplore crlf" + without_cost).output ==
        run_in(folder, "opexplore lf" + without_cost).output);
}
