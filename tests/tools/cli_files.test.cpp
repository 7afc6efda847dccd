// The files that the four programs write: never over what they or others read, whole or not at all.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/locations.hpp"
#include "tests/tools/cli.hpp"

namespace opexplore::testing {
namespace {

const std::string mapping_table = R"json({"name": "mine", "extends": "lustig19", "summary": "s",
  "groups": []})json";
const std::string launch =
    R"json({"kernel": "k", "parameters": ["x"], "condition": "exists (x=1)"})json";

// Standard error and the exit code.
CommandResult complained(const std::string& command) {
  CommandResult result = run("{ " + command + "; } 2>&1 >/dev/null");
  return result;
}

std::string all_replaced(std::string text, const std::string& from, const std::string& to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    names.push_back(entry.path().filename().string());
  }
  return names;
}

}  // namespace

TEST_CASE("an output takes the place of no input", "[cli][files]") {
  const Folder folder;
  const std::string text = store_buffering();
  const std::string test = folder.add("T.litmus", text);
  folder.add("U.litmus", store_buffering("U"));
  folder.add("test.txt", text);
  folder.add("C.litmus", "C C\n{ x = 0; }\nP0 (atomic_int* x) { *x = 1; }\nexists (x=1)\n");
  folder.add("mine.json", mapping_table);
  folder.add("launch.json", launch);
  folder.add("kernels", ".version 7.5\n.target sm_75\n");
  folder.add("model", "\"mine\" (* ours *)\nlet a = po\nacyclic a\n");
  folder.add("@all", "U.litmus\n");
  std::filesystem::create_hard_link(test, folder.path("hard"));
  std::filesystem::create_symlink(test, folder.path("soft"));
  const std::string command = GENERATE(
      as<std::string>(), "opexplore --json T.litmus", "opexplore --json test.txt",
      "opexplore --json=T.litmus -q", "opexplore --json T.litmus T.litmus",
      "opexplore --json hard T.litmus", "opexplore --json soft T.litmus",
      "opexplore --json ../FOLDER/T.litmus T.litmus", "opexplore --json T.litmus --jsn",
      "opexplore --trace-json T.litmus U.litmus", "opexplore --trace-json soft U.litmus",
      "opexplore --dot=T.litmus U.litmus", "opexplore --coq=T.litmus U.litmus",
      "opexplore --json mine.json U.litmus", "opexplore --json launch.json U.litmus",
      "opexplore --json kernels U.litmus", "opexplore --json model U.litmus",
      "opexplore --machine ./m --json U.litmus U.litmus", "opexplore --json @all U.litmus",
      "opexplore --generate '--mutants T.litmus' --json hard",
      "opexplore --rank SOURCE/litmus/thesis/observed.json --tables T.litmus U.litmus",
      "opexplore --rank SOURCE/litmus/thesis/observed.json --json T.litmus U.litmus",
      "opexplore --stalls --json T.litmus U.litmus",
      "opexplore --distinguish sc ptx --json T.litmus", "opfix repair T.litmus --json T.litmus",
      "opfix weaken T.litmus --sarif mine.json --costs mine.json",
      "opfix optimise T.litmus --patch T.litmus",
      "opmap check --table lustig19 --json T.litmus C.litmus",
      "opmap check --table lustig19 --sarif C.litmus C.litmus",
      "opmap check --table lustig19 -o mine.json C.litmus",
      "opmap check --table mine.json --json mine.json C.litmus",
      "opmap compile --table lustig19 -o C.litmus C.litmus",
      "opmap compile --table mine.json -o mine.json C.litmus",
      "oplitmus check --json T.litmus SOURCE/tests/hardware/fixtures/sound.jsonl",
      "oplitmus check -o T.litmus SOURCE/tests/hardware/fixtures/sound.jsonl",
      "oplitmus rank --tables T.litmus SOURCE/tests/hardware/fixtures/sound.jsonl",
      "opgen PodWW Rfe PodRR Fre -o .", "opgen --rewrite T.litmus -o T.litmus");
  INFO(command);
  std::map<std::string, std::string> before;
  for (const std::string& name : names_in(folder.path(""))) before[name] = folder.text(name);
  const std::string name = std::filesystem::path(folder.path("")).parent_path().filename();
  const auto result =
      complained("cd '" + folder.path("") + "' && " +
                 all_replaced(all_replaced(command, "FOLDER", name), "SOURCE", source_folder));
  INFO(result.output);
  CHECK(result.status == 2);
  CHECK(std::ranges::count(result.output, '\n') == 1);
  for (const auto& [file, content] : before) {
    INFO(file);
    CHECK(folder.text(file) == content);
  }
  CHECK(names_in(folder.path("")).size() == before.size());
}

TEST_CASE("an output that would replace something says what that is", "[cli][files]") {
  const Folder folder;
  const std::string test = folder.add("T.litmus", store_buffering());
  CHECK(contains(complaint("--json " + test),
                 "--write json would overwrite " + test + ", which is a litmus test"));
  CHECK(contains(complaint("--json " + test + ' ' + test), ", which this run reads; "));
  CHECK(contains(complaint("--json x.json --trace-json ./x.json " + test),
                 "--write json and --write trace-json would both write"));
  CHECK_FALSE(std::filesystem::exists(std::string(source_folder) + "/x.json"));
  const std::string dot = folder.path("SB.dot");
  CHECK(contains(complaint("-o " + folder.path("") + " --json " + dot + " --witness=dot " + test),
                 "--write json and test SB would both write"));
}

TEST_CASE("outputs of a run before are replaced", "[cli][files]") {
  const Folder folder;
  const std::string test = folder.add("T.litmus", store_buffering());
  const std::string json = folder.path("r.json");
  for (int round = 0; round < 2; ++round) {
    CHECK(program("-q --json " + json + ' ' + test).status == 0);
    CHECK(program("-q --trace-json " + folder.path("t.json") + ' ' + test).status == 0);
    CHECK(program("-q --json " + folder.add("any.txt", "some text\n") + ' ' + test).status == 0);
    CHECK(program("-q --json " + folder.add("any.json", "{\"a\": 1}\n") + ' ' + test).status == 0);
    CHECK(run("opgen -q --rewrite " + test + " -o " + folder.path("d")).status == 0);
    CHECK(program("-q -o " + folder.path("d") + ' ' + test).status == 0);
    CHECK(program("-q --json /dev/null --trace-json /dev/null " + test).status == 0);
  }
  CHECK(contains(folder.text("any.txt"), "schema_version"));
}

TEST_CASE("without a test no error is written into files", "[cli][files]") {
  const Folder folder;
  CHECK(program("--json " + folder.path("r.json")).status == 2);
  CHECK_FALSE(folder.has("r.json"));
  CHECK(contains(program("--json -").output, "no test given"));
}

TEST_CASE("a word after --dot or --coq is a file to write or a test", "[cli][files]") {
  const Folder folder;
  const std::string test = folder.add("T.litmus", store_buffering());
  const std::string in = "cd '" + folder.path("") + "' && opexplore ";
  folder.add("notes.txt", "some text\n");
  for (const std::string words :
       {"--dot picture.png T.litmus", "--coq out.txt T.litmus", "--dot notes.txt T.litmus"}) {
    INFO(words);
    const auto result = complained(in + words);
    CHECK(result.status == 2);
    CHECK(contains(result.output, "is neither that nor a test; write --"));
    CHECK(folder.text("notes.txt") == "some text\n");
    CHECK_FALSE(folder.has("SB.dot"));
  }
  CHECK(run(in + "--dot T.litmus").status == 0);
  CHECK(folder.has("SB.dot"));
  CHECK(run(in + "--dot=picture.png T.litmus").status == 0);
  CHECK(folder.has("picture.png"));
}

TEST_CASE("a slip in the name of a folder makes no folders", "[cli][files]") {
  const Folder folder;
  const std::string test = folder.add("T.litmus", store_buffering());
  for (const std::string command :
       {"opexplore -o FOLDER/a/b TEST", "opgen PodWR Fre PodWR Fre -o FOLDER/a/b/",
        "oplitmus gen -o FOLDER/a/b/c TEST"}) {
    INFO(command);
    const auto result =
        complained(all_replaced(all_replaced(command, "FOLDER", folder.path("")), "TEST", test));
    CHECK(result.status == 2);
    CHECK(contains(result.output, "there is no folder "));
    CHECK_FALSE(folder.has("a"));
  }
  CHECK(contains(complaint("-o " + test + ' ' + test), "is a file"));
  CHECK(program("-o " + folder.path("a/") + ' ' + test).status == 0);
  CHECK(folder.has("a/SB.log"));
}

TEST_CASE("the word - is standard output for every option that writes a file", "[cli][files]") {
  const Folder folder;
  const std::string in = "cd '" + folder.path("") + "' && ";
  const std::string source = std::string(source_folder) + "/litmus/cxx/mp/MP+ra.litmus";
  CHECK(contains(run(in + "opmap compile --table lustig19 -o - " + source).output, "PTX MP+ra"));
  CHECK(contains(run(in + "opmap check --table lustig19 -o - " + source).output, "lustig19"));
  CHECK(run(in + "opmap check --table lustig19 --json - --sarif - " + source).status == 2);
  CHECK(names_in(folder.path("")).empty());
}

TEST_CASE("a killed run leaves no file", "[cli][files]") {
  const Folder folder;
  const pid_t child = fork();
  if (child == 0) {
    const std::string opgen =
        std::filesystem::path(program_file).replace_filename("opgen").string();
    execl(opgen.c_str(), "opgen", "-q", "--random", "1000000000", "-o", folder.path("d").c_str(),
          nullptr);
    _exit(127);
  }
  // It writes tests, and its index is open all the time.
  while (!folder.has("d") || names_in(folder.path("d")).size() < 20) usleep(1000);
  kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  for (const std::string& name : names_in(folder.path("d"))) CHECK(name.ends_with(".litmus"));
}

}  // namespace opexplore::testing
