// --timeout and signals, wherever the program is: it ends by itself soon after, with what it found.
#include <nlohmann/json.hpp>
#include <string>

#include "tests/catch.hpp"
#include "tests/locations.hpp"
#include "tests/tools/cli.hpp"

namespace opexplore::testing {
namespace {

// Lanes of a warp add up what lies in front of them, in five steps of half the width, and nothing
// keeps the steps apart: 32 threads with a dozen accesses each that race, in more states than any
// search visits in the time of a test.
std::string racing_warp() {
  std::string body;
  for (const int distance : {16, 8, 4, 2, 1}) {
    body += "ld.global.u32 %r3, [%rd3+" + std::to_string(4 * distance) +
            "];\nadd.s32 %r2, %r2, %r3;\nadd.s32 %r2, %r2, %r1;\nst.global.u32 [%rd3], %r2;\n";
  }
  return ".version 8.3\n.target sm_90\n.address_size 64\n"
         ".visible .entry racing_warp(.param .u64 values)\n{\n.reg .b32 %r<4>;\n.reg .b64 %rd<4>;\n"
         "ld.param.u64 %rd1, [values];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, 4;\n"
         "add.s64 %rd3, %rd1, %rd2;\nld.global.u32 %r2, [%rd3];\n" +
         body + "ret;\n}\n";
}

// Far more than the limit, far less than the whole takes.
const std::string patience = "timeout -s KILL 60 '" + std::string(program_file) + "' ";

std::string sleeping_compiler(const Folder& folder) {
  const std::string file = folder.add("nvcc", "#!/bin/sh\nsleep 600\n");
  std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  return file;
}

}  // namespace

TEST_CASE("cli: a kernel of a whole warp ends at its limit of time", "[cli][deadline]") {
  const Folder folder;
  const std::string kernel = folder.add("racing_warp.ptx", racing_warp());
  const CommandResult found = run(patience + "-q --timeout 2s --grid 1 --block 32 --json '" +
                                  folder.path("found.json") + "' '" + kernel + "'");
  CHECK((found.status == 11 || found.status == 31));  // a race, if there was time for one
  CHECK(contains(found.output, "cut  not everything was explored: stopped at the time limit of"));
  const auto document = nlohmann::json::parse(folder.text("found.json"));
  CHECK(document["exit_code"] == found.status);
  CHECK(document["tests"][0]["incomplete"]["limit"] == "time");
}

TEST_CASE("cli: a kernel of a whole warp ends when it is asked to", "[cli][deadline]") {
  const Folder folder;
  const std::string kernel = folder.add("racing_warp.ptx", racing_warp());
  const CommandResult found = run("timeout -k 60 2 '" + std::string(program_file) +
                                  "' -q --grid 1 --block 32 '" + kernel + "'; echo \"status $?\"");
  CHECK(contains(found.output, "interrupted"));
  CHECK_FALSE(contains(found.output, "status 137"));
}

TEST_CASE("cli: a compiler that takes too long is ended", "[cli][deadline]") {
  const Folder folder;
  const std::string kernel = folder.add("k.cu", "__global__ void k(int* x) { *x = 1; }\n");
  const CommandResult found = run(patience + "-q --timeout 300ms --json - --nvcc '" +
                                  sleeping_compiler(folder) + "' '" + kernel + "' 2>/dev/null");
  CHECK(found.status == 31);
  const auto document = nlohmann::json::parse(found.output);
  CHECK(document["exit_code"] == 31);
  CHECK(contains(document.dump(), "the time limit was reached while it was read"));
}

}  // namespace opexplore::testing
