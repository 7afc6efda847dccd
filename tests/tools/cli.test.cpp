// The program as its users meet it: arguments in; text, files and exit code out.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/catch.hpp"
#include "tests/docs/command.hpp"
#include "tests/export/log_grammar.hpp"
#include "tests/export/schema_check.hpp"

using opexplore::docs::CommandResult;
using opexplore::docs::run;
using opexplore::testing::log_fault;
using opexplore::testing::LogReader;
using opexplore::testing::schema_fault;

namespace {

// A folder of test files for one TEST_CASE.
class Folder {
 public:
  Folder() {
    static int number = 0;
    path_ = std::filesystem::temp_directory_path() /
            ("opexplore-cli-" + std::to_string(getpid()) + '-' + std::to_string(number++));
    std::filesystem::create_directories(path_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  std::string add(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name) << text;
    return (path_ / name).string();
  }
  std::string path(const std::string& name) const { return (path_ / name).string(); }
  bool has(const std::string& name) const { return std::filesystem::exists(path_ / name); }
  std::string text(const std::string& name) const {
    std::ifstream file(path_ / name);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }

 private:
  std::filesystem::path path_;
};

std::string store_buffering(const std::string& name = "SB",
                            const std::string& quantifier = "exists") {
  return "PTX " + name +
         "\n{ x = 0; y = 0; }\n"
         " P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
         " st.weak x, 1 | st.weak y, 1 ;\n"
         " ld.weak r0, y | ld.weak r0, x ;\n" +
         quantifier + " (P0:r0 == 0 /\\ P1:r0 == 0)\n";
}

const std::string bad_test =
    "PTX bad\n{ x = 0; }\n P0@cta 0,gpu 0 ;\n ld.sc r0, x ;\nexists (P0:r0 == 0)\n";

// Two barriers, awaited in opposite order.
const std::string deadlock_test =
    "PTX Stuck\n{ x = 0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n"
    " bar.cta.sync 0 | bar.cta.sync 1 ;\n bar.cta.sync 1 | bar.cta.sync 0 ;\n"
    "exists (x == 0)\n";

// More states than any search visits in the time of a test.
std::string huge_test() {
  const int threads = 10;
  std::string heads;
  std::string rows;
  for (int thread = 0; thread < threads; ++thread) {
    heads += " P" + std::to_string(thread) + "@cta 0,gpu 0 " + (thread + 1 < threads ? "|" : ";");
  }
  for (int row = 0; row < 8; ++row) {
    for (int thread = 0; thread < threads; ++thread) {
      rows += " st.weak x, " + std::to_string(10 * row + thread + 1) +
              (thread + 1 < threads ? " |" : " ;\n");
    }
  }
  return "PTX Huge\n{ x = 0; }\n" + heads + '\n' + rows + "exists (x == 0)\n";
}

CommandResult program(const std::string& arguments) { return run("opexplore " + arguments); }

// What it prints on standard error.
std::string complaint(const std::string& arguments) {
  return run("opexplore " + arguments + " 2>&1 1>/dev/null").output;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

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
       {"-unroll 3 FILE", "without a bound; use --max-states"},
       {"--bound=3 FILE", "without a bound; use --max-states"},
       {"-random_traces 5 FILE", "exhaustive"},
       {"-variant mixed FILE", "--ptx-reading"},
       {"--json", "needs a value"},
       {"--suffix= FILE", "needs a value"},
       {"--json --trace FILE", "--json needs a value"},
       {"--machine ptx-prox FILE", "did you mean ptx-proxy?"},
       {"--ptx-reading nonsense FILE", "its readings are"},
       {"--max-states many FILE", "5000, 200K or 4G"},
       {"--max-states 99999999999999999999 FILE", "is no amount"},
       {"--timeout 3x FILE", "500ms"},
       {"-j two FILE", "threads"},
       {"-show everything FILE", "choose one of prop"},
       {"--witness=png FILE", "choose one of none, dot, json"},
       {"--property=cat_spec FILE", "properties are program_spec and deadlock"},
       {"--check liveness FILE", "deadlock"},
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

TEST_CASE("-names and -excl choose tests", "[cli]") {
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

TEST_CASE("--expect compares verdicts", "[cli]") {
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
  const auto result = run("'" OPEXPLORE_PROGRAM "' -j1 --machine sc --max-memory 4G " + small +
                          ' ' + huge + " > " + log + " & pid=$!; while ! grep -q '^Hash=' " + log +
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

TEST_CASE("deadlocks are always flagged and fail when asked about", "[cli]") {
  const Folder folder;
  const std::string file = folder.add("stuck.litmus", deadlock_test);
  const auto plain = program(file);
  CHECK(plain.status == 0);
  CHECK(log_fault(plain.output).empty());
  CHECK(contains(plain.output, "\nFlag deadlock\n"));
  CHECK(contains(complaint(file), "deadlock: "));
  CHECK(program("--check deadlock " + file).status == 13);
  CHECK(program("--property=program_spec,deadlock " + file).status == 13);
  const auto traced = program("--trace " + file);
  CHECK(contains(traced.output, ", to deadlock: "));
  CHECK(log_fault(traced.output).empty());
}

TEST_CASE("the most severe code of a batch", "[cli]") {
  const Folder folder;
  const std::string table = folder.add("no.csv", "SB.litmus,0\n");
  const std::string sb = folder.add("SB.litmus", store_buffering());
  const std::string stuck = folder.add("stuck.litmus", deadlock_test);
  const std::string bad = folder.add("bad.litmus", bad_test);
  const std::string options = "--check deadlock --expect " + table + ' ';
  CHECK(program(options + stuck).status == 13);
  CHECK(program(options + stuck + ' ' + sb).status == 10);
  CHECK(program(options + stuck + ' ' + sb + ' ' + bad).status == 2);
}

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
}

TEST_CASE("traces follow the block and keep the log readable", "[cli]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  const auto one = program("--trace " + file);
  CHECK(log_fault(one.output).empty());
  CHECK(contains(one.output, "Trace of SB, ptx-proxy "));
  CHECK(contains(one.output, ", to 0:r0=0; 1:r0=0;\n"));
  CHECK(contains(one.output, "line 5: ld.weak r0, y"));
  CHECK(contains(one.output, "Why the last read could return its value: "));
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

TEST_CASE("drawings", "[cli]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  CHECK(program("--dot " + folder.path("one.dot") + ' ' + file).status == 0);
  CHECK(contains(folder.text("one.dot"), "label=\"Test SB, ptx-proxy\""));
  CHECK(program("--dot -o " + folder.path("out") + " -suffix=-x " + file).status == 0);
  CHECK(contains(folder.text("out/SB-x.dot"), "digraph"));
  CHECK(log_fault(folder.text("out/SB-x.log")).empty());
  const auto standard = program("--dot - " + file);
  CHECK(standard.output.rfind("digraph", 0) == 0);
  CHECK(program("--witness=dot -o " + folder.path("w") + ' ' + file).status == 0);
  CHECK(folder.has("w/SB.dot"));
}

TEST_CASE("--witness=json writes a document with the trace", "[cli][json]") {
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
  CHECK(contains(help.output, "--max-states N"));
  CHECK(contains(help.output, "\nExit codes:"));
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
