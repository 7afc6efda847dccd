// `opexplore kernel.cu`: the way from the source to the report with a stand-in for nvcc, and what
// is said about wrong input.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/locations.hpp"
#include "tests/tools/cuda_table.hpp"

namespace opexplore::testing {
namespace {

// A script in place of nvcc, with `body` run where nvcc would compile; $out is where the PTX goes.
std::string stand_in(const Folder& folder, const std::string& body) {
  const std::string path = folder.add(
      "nvcc",
      "#!/bin/sh\n"
      "out=\n"
      "echo \"$*\" >>'" +
          folder.path("calls") +
          "'\n"
          "while [ $# -gt 0 ]; do\n"
          "  case $1 in\n"
          "    --version) echo 'Cuda compilation tools, release 13.0, V13.0.88'; exit 0 ;;\n"
          "    -o) out=$2 ;;\n"
          "  esac\n"
          "  shift\n"
          "done\n" +
          body + "\n");
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  return path;
}

// One that "compiles" by copying what was recorded.
std::string copying(const Folder& folder, const std::string& name) {
  return stand_in(folder, "cp " + std::string(source_folder) + "/" + cuda_folder + name +
                              ".sm_90.ptx \"$out\"");
}

std::string source_of(const std::string& name) { return docs::read(cuda_folder + name + ".cu"); }

struct WrongInput {
  std::string arguments;
  std::vector<std::string> words;  // of the message
};

void check_refused(const std::string& kernel, const std::vector<WrongInput>& inputs) {
  for (const WrongInput& input : inputs) {
    const std::string command = kernel + ' ' + input.arguments;
    const CommandResult result = program(command);
    const std::string message = complaint(command);
    INFO("opexplore " << command << "\nexit code " << result.status << "\nsays\n"
                      << message << "prints\n"
                      << result.output);
    CHECK(result.status == 2);
    CHECK(result.output.empty());
    CHECK(std::count(message.begin(), message.end(), '\n') == 1);
    for (const std::string& word : input.words) {
      INFO(word);
      CHECK(contains(message, word));
    }
  }
}

const std::string handoff = cuda_folder + "handoff.sm_90.ptx";
const std::string two_kernels = cuda_folder + "two_kernels.sm_90.ptx";
const std::string scalar = cuda_folder + "scalar.sm_90.ptx";

}  // namespace

TEST_CASE("cuda: a source is compiled with nvcc and its own lines are reported", "[cli][cuda]") {
  const Folder folder;
  const std::string source = folder.add("handoff.cu", source_of("handoff"));
  const CommandResult result =
      program("'" + source + "' --nvcc '" + copying(folder, "handoff") + "'");
  INFO(result.output);
  CHECK(result.status == 11);
  CHECK(contains(result.output, "handoff.cu:6   data = 42;"));
  CHECK(contains(result.output, "handoff.cu:10  *out = data;"));
  CHECK(contains(folder.text("calls"), "-lineinfo"));
  CHECK(contains(folder.text("calls"), "handoff.cu"));
}

TEST_CASE("cuda: nvcc is told the architectures and further words", "[cli][cuda]") {
  const Folder folder;
  const std::string source = folder.add("handoff.cu", source_of("handoff"));
  const std::string nvcc = " --nvcc '" + copying(folder, "handoff") + "'";
  CHECK(program("'" + source + "' --arch sm_90,sm_75 --nvcc-flags='-DN=2 -I inc'" + nvcc).status ==
        11);
  const std::string calls = folder.text("calls");
  INFO(calls);
  for (const std::string word : {"sm_90", "sm_75", "-DN=2 -I inc"}) CHECK(contains(calls, word));
}

TEST_CASE("cuda: the source may say how it is launched", "[cli][cuda]") {
  const Folder folder;
  const std::string source =
      folder.add("handoff_block_fences.cu", source_of("handoff_block_fences") +
                                                "// opexplore: --grid 1 --block 2 --show out\n");
  const std::string nvcc = " --nvcc '" + copying(folder, "handoff_block_fences") + "'";
  CHECK(program("'" + source + "'" + nvcc).status == 0);
  // What stands on the command line counts more.
  CHECK(program("'" + source + "' --grid 2 --block 1" + nvcc).status == 11);
}

TEST_CASE("cuda: the source may say how vectors are accessed", "[cli][cuda]") {
  const Folder folder;
  const std::string source = folder.add(
      "scan.cu",
      docs::read("tests/kernels/corpus/look_back_vector.cu") +
          "// opexplore: --grid 3 --block 1 --show out --vector 8 --never 'out[1] != 1'\n");
  const std::string nvcc =
      " --nvcc '" +
      stand_in(folder, "cp " + std::string(source_folder) +
                           "/tests/kernels/corpus/look_back_vector.sm_90.ptx \"$out\"") +
      "'";
  CHECK(program("'" + source + "'" + nvcc).status == 0);
  CHECK(program("'" + source + "' --vector split" + nvcc).status == 10);
}

TEST_CASE("cuda: words in the source that mean nothing are named with their place", "[cli][cuda]") {
  const Folder folder;
  const std::string source =
      folder.add("handoff.cu", source_of("handoff") + "// opexplore: --grid 2 --gird 3\n");
  check_refused("'" + source + "' --nvcc '" + copying(folder, "handoff") + "'",
                {{"", {"handoff.cu:17:14: ", "--gird", "--grid"}}});
}

TEST_CASE("cuda: without nvcc the message says what can be done", "[cli][cuda]") {
  const Folder folder;
  const std::string source = folder.add("handoff.cu", source_of("handoff"));
  check_refused("'" + source + "'", {{"--nvcc /nonexistent", {"/nonexistent", "name the nvcc"}}});
}

TEST_CASE("cuda: what nvcc says of a source is passed on", "[cli][cuda]") {
  const Folder folder;
  const std::string source = folder.add("broken.cu", "__global__ void k() { x = 1; }\n");
  const std::string nvcc =
      stand_in(folder,
               "echo 'broken.cu(1): error: identifier \"x\" is undefined' >&2\n"
               "echo '1 error detected in the compilation of \"broken.cu\".' >&2\nexit 1");
  const std::string command = "'" + source + "' --nvcc '" + nvcc + "'";
  CHECK(program(command).status == 2);
  const std::string message = complaint(command);
  INFO(message);
  CHECK(contains(message, "broken.cu:1:1: nvcc: identifier \"x\" is undefined"));
}

TEST_CASE("cuda: an nvcc that leaves nothing is no success", "[cli][cuda]") {
  const Folder folder;
  const std::string source = folder.add("handoff.cu", source_of("handoff"));
  check_refused("'" + source + "'",
                {{"--nvcc '" + stand_in(folder, "exit 0") + "'", {"handoff.cu"}}});
}

TEST_CASE("cuda: kernels are chosen by name", "[cli][cuda]") {
  check_refused(two_kernels, {{"", {"wrong", "right", "--kernel"}},
                              {"--kernel wring", {"wring", "wrong"}},
                              {"--kernel ''", {"--kernel"}}});
}

TEST_CASE("cuda: impossible launches are refused", "[cli][cuda]") {
  check_refused(handoff, {{"--grid 0", {"--grid", "0"}},
                          {"--block 0", {"--block", "0"}},
                          {"--grid 2,2,2,2", {"--grid", "2,2,2,2"}},
                          {"--grid two", {"--grid", "two"}},
                          {"--grid -1", {"--grid"}},
                          {"--vector 4", {"--vector 4", "split, 8 or 16"}},
                          {"--grid 65 --block 1", {"65", "64"}},
                          {"--grid 2097152 --block 1", {"2097152"}},
                          {"--grid 4294967296 --block 4294967296", {"--grid"}}});
}

TEST_CASE("cuda: arguments are known and given", "[cli][cuda]") {
  check_refused(scalar, {{"--arg count=1 --arg value=2 --arg vlaue=3", {"vlaue", "value"}},
                         {"--arg count=1 --arg value=many", {"value", "many"}},
                         {"--arg count=1 --arg value", {"value"}},
                         {"--arg count=1 --arg value=buffer", {"value"}},
                         {"--arg count=1 --arg value=1 --arg 'out=buffer(0)'", {"out"}},
                         {"--arg count=1 --arg value=1 --arg 'out=buffer(1'", {"out"}},
                         {"--arg count=1 --arg value=1 --init oot=1", {"oot", "out"}},
                         {"--arg count=1 --arg value=1 --init out=x", {"out", "x"}},
                         {"--arg count=1 --arg value=1 --init out", {"out"}},
                         {"--arg count=1 --arg value=1 --show oot", {"oot", "out"}},
                         {"--arg count=1 --arg value=1 --setup prepare", {"prepare"}}});
}

TEST_CASE("cuda: questions are understood or refused with their place", "[cli][cuda]") {
  check_refused(handoff, {{"--exists 'uot==0'", {"uot"}},
                          {"--exists 'out==0 &&'", {"--exists"}},
                          {"--exists 'out==0)'", {")"}},
                          {"--exists '(out==0'", {")"}},
                          {"--exists ''", {"--exists"}},
                          {"--never 'out & 1'", {"--never"}},
                          {"--exists 'out==0' --never 'out==1'", {"--exists", "--never"}}});
}

TEST_CASE("cuda: a launch stands in a file or on the command line", "[cli][cuda]") {
  check_refused("tests/kernels/hand.sm_75.ptx",
                {{"--launch tests/kernels/mp.json --grid 2", {"--launch", "--grid"}},
                 {"--launch tests/kernels/mp.json --arg data=1", {"--launch", "--arg"}}});
}

TEST_CASE("cuda: what is said of kernels is for kernels", "[cli][cuda]") {
  const Folder folder;
  check_refused("'" + folder.add("sb.litmus", store_buffering()) + "'",
                {{"--grid 2", {"--grid"}}, {"--show x", {"--show"}}});
}

TEST_CASE("cuda: a source that is not there or empty is named", "[cli][cuda]") {
  const Folder folder;
  check_refused("'" + folder.path("none.cu") + "'", {{"", {"none.cu"}}});
  check_refused("'" + folder.add("text.cu", "int x;\n") + "'",
                {{"--nvcc '" +
                      stand_in(folder,
                               "printf '.version 9.0\\n.target sm_90\\n"
                               ".address_size 64\\n' >\"$out\"") +
                      "'",
                  {"kernel", "text.cu"}}});
}

TEST_CASE("cuda: what compares and shrinks kernels speaks of tests", "[cli][cuda]") {
  const std::string handoff = " tests/kernels/cuda/handoff.sm_90.ptx --never 'out==0'";
  CHECK(contains(program("minimise" + handoff).output, "Test handoff-min Forbidden"));
  CHECK(contains(program("compare ptx ptx-proxy" + handoff).output, "comparison="));
  CHECK(contains(program("--log" + handoff).output, "Observation handoff"));
}

TEST_CASE("cuda: a kernel that may hang is no failure where that is allowed", "[cli][cuda]") {
  const std::string hangs = " tests/kernels/cuda/nobody_sets.sm_90.ptx";
  CHECK(program(hangs).status == 12);
  CHECK(program("--allow-hangs" + hangs).status == 0);
}

TEST_CASE("cuda: --trace explains as --explain does", "[cli][cuda]") {
  const std::string handoff = " tests/kernels/cuda/handoff.sm_90.ptx";
  CHECK(program("--trace" + handoff).output == program("--explain" + handoff).output);
}

TEST_CASE("cuda: a fence that is made wider is named", "[cli][cuda]") {
  const std::string report =
      program("--grid 2 --block 1 tests/kernels/cuda/handoff_block_fences.sm_90.ptx").output;
  CHECK(contains(report, "+ __threadfence();  in place of __threadfence_block(); in  "));
}

}  // namespace opexplore::testing
