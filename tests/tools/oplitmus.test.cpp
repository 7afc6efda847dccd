// The program oplitmus, as its users call it, without a GPU.
#include "tools/oplitmus.hpp"

#include <cstdlib>
#include <string>

#include "tests/catch.hpp"
#include "tests/hardware/toolkit.hpp"
#include "tests/tools/cli.hpp"
#include "tests/tools/run_oplitmus.hpp"
#include "tests/tools/subcommand_docs.hpp"

namespace opexplore::testing {

namespace {

const std::string message_passing_file = "litmus/hardware/MP.rlx+ar.gpus-p0::p1.litmus";

}  // namespace

TEST_CASE("oplitmus: a suite is generated", "[cli][hardware]") {
  const Folder folder;
  const std::string suite = folder.path("suite");
  const CommandResult result = oplitmus("gen -o '" + suite + "' " + message_passing_file);
  CHECK(result.status == 0);
  CHECK(result.output == "2 programs with 1 kernels for sm_90, 0 unsupported\n");
  for (const char* const file : {"suite.json", "litmus.cuh", "parameters.hpp"}) {
    CHECK(folder.has(std::string("suite/") + file));
  }
  const std::string first = folder.text("suite/suite.json");
  // Not built: nothing to run. That comes before the question of a GPU.
  CHECK(oplitmus("gen -q -o '" + suite + "' " + message_passing_file).output.empty());
  CHECK(folder.text("suite/suite.json") == first);
}

TEST_CASE("oplitmus: what cannot run on a GPU is listed", "[cli][hardware]") {
  const Folder folder;
  const std::string suite = folder.path("suite");
  const std::string texture = "litmus/ptx/proxy/CoWR+pftex-const-p0.litmus";
  const std::string both = "gen -o '" + suite + "' " + texture + " " + message_passing_file;
  CHECK(oplitmus(both).output == "2 programs with 1 kernels for sm_90, 1 unsupported\n");
  CHECK(contains(oplitmus_complaint(both), "Warning: " + texture + ":9:2: unsupported: "));
  CHECK(oplitmus("gen -o '" + suite + "' " + texture).status == 2);
}

TEST_CASE("oplitmus: what is wrong is said", "[cli][hardware]") {
  const Folder folder;
  const std::string suite = folder.path("suite");
  const std::string gen = "gen -o '" + suite + "' ";
  CHECK(oplitmus_complaint("") == "oplitmus: which command?; oplitmus --help lists them\n");
  CHECK(oplitmus_complaint("chekc") ==
        "oplitmus: oplitmus has no command 'chekc'; did you mean check?\n");
  CHECK(oplitmus_complaint("gen " + message_passing_file) ==
        "oplitmus: into which folder?; oplitmus gen -o DIR TEST...\n");
  CHECK(oplitmus_complaint("gen -o '" + suite + "'") ==
        "oplitmus: which tests?; oplitmus gen -o DIR TEST...\n");
  CHECK(oplitmus_complaint(gen + "--arch sm_60 " + message_passing_file) ==
        "oplitmus: 'sm_60' is no architecture that tests are made for; --arch sm_90, or another "
        "from sm_70 on\n");
  CHECK(oplitmus_complaint(gen + "--arch 90 " + message_passing_file)
            .starts_with("oplitmus: '90' is no "));
  CHECK(oplitmus_complaint(gen + "--profile pined " + message_passing_file) ==
        "oplitmus: there is no profile 'pined'; --profile as-written, pinned or both\n");
  CHECK(oplitmus_complaint("build '" + suite + "'").starts_with("oplitmus: " + suite));
  CHECK(oplitmus("build '" + suite + "'").status == 2);
  CHECK_FALSE(folder.has("suite/suite.json"));
}

TEST_CASE("oplitmus: no toolkit", "[cli][hardware]") {
  const Folder folder;
  const std::string suite = folder.path("suite");
  REQUIRE(oplitmus("gen -o '" + suite + "' " + message_passing_file).status == 0);
  CHECK(oplitmus("build '" + suite + "' --nvcc /nowhere/nvcc").status == 30);
  CHECK(
      contains(oplitmus_complaint("build '" + suite + "' --nvcc /nowhere/nvcc"), "/nowhere/nvcc"));
}

TEST_CASE("oplitmus: no GPU", "[cli][hardware]") {
  // A driver that is there after all must not be looked for: CUDA shows no device.
  const Folder folder;
  const std::string suite = folder.path("suite");
  REQUIRE(oplitmus("gen -o '" + suite + "' " + message_passing_file).status == 0);
  const CommandResult result = run("CUDA_VISIBLE_DEVICES= oplitmus run '" + suite + "'");
  CHECK((result.status == 77 || result.status == 2));  // 2: it is not built
}

TEST_CASE("oplitmus: a suite is built, and its machine code read", "[cli][hardware][nvcc]") {
  if (!toolkit_or_skip()) return;
  const Folder folder;
  const std::string suite = folder.path("suite");
  REQUIRE(oplitmus("gen -o '" + suite + "' --profile both " + message_passing_file).status == 0);
  const CommandResult result = oplitmus("build '" + suite + "'");
  CHECK(result.status == 0);
  CHECK(contains(result.output, "machine code: 4 exact\n"));
  CHECK(contains(folder.text("suite/suite.json"), "\"cubin_sha256\""));
  const CommandResult no_gpu = run("CUDA_VISIBLE_DEVICES= oplitmus run '" + suite + "'");
  CHECK(no_gpu.status == 77);
}

TEST_CASE("oplitmus: help, manual page and completion know the same", "[cli][docs]") {
  check_documented(oplitmus_program());
  CHECK(completions_of("oplitmus", "che", "1") == "check\n");
  CHECK(completions_of("oplitmus", "gen --profile pin", "3") == "pinned\n");
  CHECK(completions_of("oplitmus", "gen --profile = pin", "4") == "pinned\n");
  CHECK(completions_of("oplitmus", "run --incant", "2") == "--incantations\n");
}

}  // namespace opexplore::testing
