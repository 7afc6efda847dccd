// The program as its users meet it: arguments in, log and exit code out.
#include "tests/tools/cli.hpp"

#include <nlohmann/json.hpp>
#include <string>

#include "tests/catch.hpp"
#include "tests/export/log_grammar.hpp"
#include "tests/export/schema_check.hpp"
#include "tests/locations.hpp"

using namespace opexplore::testing;

TEST_CASE("a test gives herd's log and exit code 0", "[cli]") {
  const Folder folder;
  const auto result = program("-machine sc " + folder.add("SB.litmus", store_buffering()));
  CHECK(result.status == 0);
  const LogReader log(result.output);
  CHECK_FALSE(log.fault());
  REQUIRE(log.blocks().size() == 1);
  CHECK(log.blocks()[0].observation == "Never");
  CHECK(log.blocks()[0].states.size() == 3);
  CHECK_FALSE(log.blocks()[0].ok);
  CHECK(contains(log.blocks()[0].ours.at(0), "machine=sc "));
}

TEST_CASE("the default machine is ptx-proxy, and printed", "[cli]") {
  const Folder folder;
  const auto result = program(folder.add("SB.litmus", store_buffering()));
  CHECK(result.status == 0);
  CHECK(contains(result.output, "\nmachine=ptx-proxy version="));
  CHECK(contains(result.output, "\nObservation SB Sometimes 1 3\n"));
}

TEST_CASE("every spelling of an option means the same", "[cli]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  for (const std::string option :
       {"-machine sc", "--machine sc", "--machine=sc", "-machine=sc", "-model sc", "--model=sc"}) {
    INFO(option);
    const auto result = program(option + " " + file);
    CHECK(result.status == 0);
    CHECK(contains(result.output, "machine=sc "));
  }
  for (const std::string option : {"-hexa true", "--hexa", "-hexa", "--hexa=true"}) {
    INFO(option);
    CHECK(contains(program(option + " " + file).output, "0:r0=0x0; 1:r0=0x1;"));
  }
  CHECK(contains(program("-hexa false " + file).output, "0:r0=0; 1:r0=1;"));
}

TEST_CASE("standard input", "[cli]") {
  const Folder folder;
  const auto result = run("opexplore - < " + folder.add("SB.litmus", store_buffering()));
  CHECK(result.status == 0);
  CHECK(log_fault(result.output).empty());
  CHECK(LogReader(result.output).blocks().size() == 1);
}

TEST_CASE("usage errors end with 2 and advice", "[cli]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  const auto [arguments, advice] = GENERATE(table<std::string, std::string>(
      {{"", "no test given"},
       {"--jsn - FILE", "did you mean --json?"},
       {"-tmeout 3 FILE", "did you mean --timeout?"},
       {"--zzzzzz FILE", "--help lists"},
       {"-bounds-load-from x FILE", "machines need no bounds; --unroll is the one of models"},
       {"-random_traces 5 FILE", "exhaustive"},
       {"-variant mixed FILE", "ptx:ptx-reading=dat3m"},
       {"--json", "needs a value"},
       {"--suffix= FILE", "needs a value"},
       {"--json --trace FILE", "--json needs a value"},
       {"--machine ptx-prox FILE", "did you mean ptx-proxy?"},
       {"--ptx-reading nonsense FILE", "choose one of isa, dat3m"},
       {"--max-states many FILE", "5000, 200K or 4G"},
       {"--max-states 99999999999999999999 FILE", "is no amount"},
       {"--timeout 3x FILE", "500ms"},
       {"-j two FILE", "threads"},
       {"-show everything FILE", "choose one of prop"},
       {"--witness=png FILE", "choose one of none, dot, json"},
       {"--property=cat_spec FILE",
        "properties are program_spec, data-race, deadlock, ends[:PROMISE], exclusive:LINES and "
        "stalls"},
       {"--check liveness FILE", "what can be checked is deadlock, races and termination"},
       {"--machine sc --check races FILE", "what does is --machine cxx, --machine drf0"},
       {"--model rmo-scoped --check races FILE", "model rmo-scoped does not look for data races"},
       {"--json - --dot - FILE", "standard output"},
       {"-kinds FILE --expect FILE FILE", "give one of them"},
       {"--help nonsense", "topics are short, all"}}));
  std::string words = arguments;
  for (auto at = words.find("FILE"); at != std::string::npos; at = words.find("FILE")) {
    words.replace(at, 4, file);
  }
  INFO(arguments);
  CHECK(program(words).status == 2);
  if (!contains(words, "--json -")) CHECK(program(words).output.empty());
  CHECK_THAT(complaint(words), Catch::Matchers::Contains(advice));
}

TEST_CASE("a bad file is refused with its place", "[cli]") {
  const Folder folder;
  const std::string file = folder.add("bad.litmus", bad_test);
  const auto result = program(file);
  CHECK(result.status == 2);
  CHECK(result.output.empty());
  CHECK(contains(complaint(file), "bad.litmus:4:"));
  CHECK(program(folder.path("missing.litmus")).status == 2);
}

TEST_CASE("a batch goes on after an error and keeps its order", "[cli]") {
  const Folder folder;
  std::string files;
  for (const char letter : {'a', 'b', 'c', 'd', 'e'}) {
    const std::string name(1, letter);
    files += ' ' + folder.add(name + ".litmus", letter == 'c' ? bad_test : store_buffering(name));
  }
  const std::string threads = GENERATE("-j1", "-j2", "-j 8");
  const auto result = program(threads + files);
  CHECK(result.status == 2);
  const LogReader log(result.output);
  CHECK_FALSE(log.fault());
  REQUIRE(log.blocks().size() == 4);
  CHECK(log.blocks()[0].name == "a");
  CHECK(log.blocks()[2].name == "d");
  CHECK(log.blocks()[3].name == "e");
}

TEST_CASE("directories and indexes", "[cli]") {
  const Folder folder;
  folder.add("b.litmus", store_buffering("b"));
  folder.add("a.litmus", store_buffering("a"));
  folder.add("@all", "# all of them\nb.litmus\na.litmus\n");
  const LogReader directory(program(folder.path(".")).output);
  REQUIRE(directory.blocks().size() == 2);
  CHECK(directory.blocks()[0].name == "a");
  const LogReader index(program(folder.path("@all")).output);
  REQUIRE(index.blocks().size() == 2);
  CHECK(index.blocks()[0].name == "b");
  const LogReader searched(program("-I " + folder.path("") + " a.litmus").output);
  CHECK(searched.blocks().size() == 1);
}

TEST_CASE("options -names and -excl choose tests", "[cli]") {
  const Folder folder;
  folder.add("a.litmus", store_buffering("a"));
  folder.add("b.litmus", store_buffering("b"));
  const std::string names = folder.add("names.txt", "# chosen\na\n");
  const LogReader chosen(program("-names " + names + ' ' + folder.path("")).output);
  REQUIRE(chosen.blocks().size() == 1);
  CHECK(chosen.blocks()[0].name == "a");
  const LogReader rest(program("-excl " + names + ' ' + folder.path("")).output);
  REQUIRE(rest.blocks().size() == 1);
  CHECK(rest.blocks()[0].name == "b");
  CHECK(program("-names " + folder.path("none.txt") + ' ' + folder.path("")).status == 2);
}

TEST_CASE("kinds rewrite the quantifier and are expectations", "[cli]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  const std::string kinds = folder.add("kinds.txt", "SB Forbidden\n");
  const auto weak = program("-kinds " + kinds + ' ' + file);
  CHECK(weak.status == 10);
  CHECK(log_fault(weak.output).empty());
  CHECK(contains(weak.output, "Test SB Forbidden\n"));
  CHECK(contains(weak.output, "Condition ~exists ("));
  CHECK(contains(complaint("-kinds " + kinds + ' ' + file), "expected Ok, found No"));
  CHECK(program("-kinds " + kinds + " -machine sc " + file).status == 0);
}

TEST_CASE("option --expect compares verdicts", "[cli]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  CHECK(program("--expect " + folder.add("yes.csv", "SB.litmus,1\n") + ' ' + file).status == 0);
  CHECK(program("--expect " + folder.add("no.csv", "SB.litmus,0\n") + ' ' + file).status == 10);
  CHECK(contains(complaint("--expect " + folder.add("other.csv", "MP.litmus,0\n") + ' ' + file),
                 "no expectation"));
  CHECK(program("--expect " + folder.add("both.csv", "SB.litmus,0\nSB.litmus,1\n") + ' ' + file)
            .status == 2);
  CHECK(program("--expect " + folder.path("none.csv") + ' ' + file).status == 2);
}

TEST_CASE("an undecided verdict contradicts no expectation", "[cli]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  const std::string table = folder.add("yes.csv", "SB.litmus,1\n");
  CHECK(program("--max-states 3 --expect " + table + ' ' + file).status == 1);
}

TEST_CASE("limits make a search incomplete", "[cli]") {
  const Folder folder;
  const std::string file = folder.add("huge.litmus", huge_test());
  const auto [limit, code, reason] =
      GENERATE(table<std::string, int, std::string>({{"--max-states 100", 1, "states"},
                                                     {"--max-memory 64K", 1, "memory"},
                                                     {"--timeout 100ms", 31, "time"}}));
  INFO(limit);
  const auto result = program("--machine sc " + limit + ' ' + file);
  CHECK(result.status == code);
  const LogReader log(result.output);
  CHECK_FALSE(log.fault());
  REQUIRE(log.blocks().size() == 1);
  CHECK(log.blocks()[0].loop);
  CHECK(contains(result.output, "\nincomplete=" + reason + ": "));
  CHECK(contains(complaint("--machine sc " + limit + ' ' + file), "exploration incomplete"));
}

TEST_CASE("a signal ends the search with what was found", "[cli]") {
  const Folder folder;
  const std::string small = folder.add("SB.litmus", store_buffering());
  const std::string huge = folder.add("huge.litmus", huge_test());
  const std::string log = folder.path("log");
  // The signal is sent when the first block is there, so the program is ready for it.
  const auto result =
      run("'" + std::string(program_file) + "' -j1 --machine sc --max-memory 4G " + small + ' ' +
          huge + " > " + log + " & pid=$!; while ! grep -q '^Hash=' " + log +
          "; do sleep 0.1; done; sleep 0.5; kill -TERM $pid; wait $pid");
  CHECK(result.status == 32);
  const LogReader reader(folder.text("log"));
  CHECK_FALSE(reader.fault());
  // On a busy computer the signal may come before the second search began.
  if (reader.blocks().size() == 2) {
    CHECK(reader.blocks()[1].loop);
    CHECK(contains(folder.text("log"), "\nincomplete=interrupted: "));
  } else {
    CHECK(reader.blocks().size() == 1);
  }
}

TEST_CASE("deadlocks are always flagged, and fail unless they are allowed", "[cli]") {
  const Folder folder;
  const std::string file = folder.add("stuck.litmus", deadlock_test);
  const auto plain = program(file);
  CHECK(plain.status == 13);
  CHECK(program("--allow-hangs " + file).status == 0);
  CHECK(log_fault(plain.output).empty());
  CHECK(contains(plain.output, "\nFlag deadlock\nFlag never-ends\n"));
  CHECK(contains(complaint(file), "deadlock: "));
  CHECK(program("--check deadlock --allow-hangs " + file).status == 13);
  const std::string table = folder.add("no.csv", "stuck.litmus,0\n");
  CHECK(program("--expect " + table + ' ' + file).status == 0);
  CHECK(program("--check deadlock --expect " + table + ' ' + file).status == 13);
  CHECK(program("--property=program_spec,deadlock " + file).status == 13);
  const auto traced = program("--trace " + file);
  CHECK(contains(traced.output, ", to deadlock: "));
  CHECK(log_fault(traced.output).empty());
}

TEST_CASE("programs that never end fail unless that is expected", "[cli]") {
  const Folder folder;
  const std::string quantifier = GENERATE("exists", "~exists", "forall");
  const std::string spin =
      "PTX Spin\n{ x = 0; }\n P0@cta 0,gpu 0 ;\n L: ;\n ld.relaxed.gpu r0, x ;\n"
      " bne r0, 1, L ;\n" +
      quantifier + " (0:r0=1)\n";
  const std::string file = folder.add("spin.litmus", spin);
  INFO(quantifier);
  for (const std::string machine : {"", "--machine ptx ", "--machine sc ", "--machine tso "}) {
    const auto found = program(machine + file);
    INFO(machine);
    CHECK(found.status == 12);
    CHECK(log_fault(found.output).empty());
    CHECK(contains(found.output, "\nNo\nWitnesses\nPositive: 0 Negative: 0\nFlag never-ends\n"));
    CHECK(contains(found.output, "\nendless=P0 is at line 5: `ld.relaxed.gpu r0, x`\n"));
    CHECK(contains(complaint(machine + file), "never ends: no final state can be reached"));
    CHECK(complaint("-q " + machine + file) == complaint(machine + file));
  }
  CHECK(contains(program("--trace " + file).output, ", to endless: P0 is at line 5"));
  // What is expected is the verdict.
  CHECK(program("--expect " + folder.add("no.csv", "spin.litmus,0\n") + ' ' + file).status == 0);
  CHECK(program("--expect " + folder.add("yes.csv", "spin.litmus,1\n") + ' ' + file).status == 10);
  CHECK(program(file + ' ' + folder.add("SB.litmus", store_buffering())).status == 12);
  const auto two = program("--machine sc --compare-with ptx-proxy " + file);
  CHECK(two.status == 12);
  CHECK(contains(two.output, " equal"));
  const auto json = program("--json - " + file);
  CHECK(json.status == 12);
  CHECK(schema_fault(json.output).empty());
  const auto document = nlohmann::json::parse(json.output);
  CHECK(document["exit_code"] == 12);
  const auto& test = document["tests"][0];
  CHECK(test["verdict"]["never_ends"] == true);
  CHECK(test["verdict"]["ok"] == false);
  CHECK(test["verdict"]["decided"] == true);
  CHECK(test["statistics"]["endless_states"] == 1);
  CHECK(test["endless"]["reason"] == "P0 is at line 5: `ld.relaxed.gpu r0, x`");
  CHECK(run("opexplore -q --trace-json - " + file + " | opexplore replay -").status == 0);
}

TEST_CASE("data races make the verdict Undef and fail when asked about", "[cli]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  const auto plain = program("--machine drf0 " + file);
  CHECK(plain.status == 0);
  CHECK(log_fault(plain.output).empty());
  CHECK(contains(plain.output, "\nUndef\nWitnesses\n"));
  CHECK(contains(plain.output, "\nFlag data-race\n"));
  CHECK(contains(plain.output, "\nrace=P"));
  CHECK(contains(complaint("--machine drf0 " + file), "data race: P"));
  CHECK(contains(complaint("-v --machine drf0 " + file), " 0 undecided, 1 undefined, 0 failed"));
  CHECK(program("--machine drf0 --check races " + file).status == 11);
  CHECK(program("--machine drf0 --property=data-race " + file).status == 11);
  CHECK(program("--machine drf0 --speedcheck=true --check races " + file).status == 11);
  CHECK(program("--machine drf0 --check deadlock " + file).status == 0);
  const std::string table = folder.add("no.csv", "SB.litmus,1\n");
  CHECK(program("--machine drf0 --expect " + table + ' ' + file).status == 0);
  const auto traced = program("--machine drf0 --trace " + file);
  CHECK(contains(traced.output, ", to data race: P"));
  CHECK(log_fault(traced.output).empty());
  const std::string stuck = folder.add("stuck.litmus", deadlock_test);
  CHECK(program("--machine drf0 --check races " + stuck).status == 13);
  CHECK(program("--machine drf0 --check deadlock,races " + stuck + ' ' + file).status == 11);
}

TEST_CASE("the most severe code of a batch", "[cli]") {
  const Folder folder;
  const std::string table = folder.add("no.csv", "SB.litmus,0\n");
  const std::string sb = folder.add("SB.litmus", store_buffering());
  const std::string stuck = folder.add("stuck.litmus", deadlock_test);
  const std::string bad = folder.add("bad.litmus", bad_test);
  const std::string options = "--check deadlock --expect " + table + ' ';
  CHECK(program(options + stuck).status == 13);
  CHECK(program("--max-states 5 " + sb + ' ' + stuck).status == 13);
  CHECK(program(options + stuck + ' ' + sb).status == 10);
  CHECK(program(options + stuck + ' ' + sb + ' ' + bad).status == 2);
}
