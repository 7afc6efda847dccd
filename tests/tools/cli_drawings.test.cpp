// `--dot`, `--svg`, `--png`: what is drawn, held against drawings that were looked at.
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "tests/catch.hpp"
#include "tests/locations.hpp"
#include "tests/skip.hpp"
#include "tests/tools/cli.hpp"

namespace opexplore::testing {
namespace {

// Tests, and the options that they are drawn with; tests/tools/drawings has what comes out.
const std::vector<std::pair<std::string, std::string>> golden{
    {"stale", "'litmus/ptx/baseline/MP+rlx.gpus-p0::p1.litmus'"},
    {"impossible", "litmus/ptx/MP.litmus"},
    {"atomics", "'litmus/ptx/atomics/Atom+cass.rlx.gpu-p0::p1.litmus'"},
    {"constant", "'litmus/ptx/loops/MP+rel.gpu+spin-acq.gpu-const-p0::p1.litmus'"},
    {"alias", "litmus/ptx/proxy/CoWW+gen-alias-p0.litmus"},
    {"gpus", "'litmus/ptx/baseline/MP+rel.gpu+acq.gpu-p0:::p1.litmus'"},
    {"barrier", "'litmus/ptx/barriers/MP+bars-p0:p1.litmus' --initwrites true"},
    {"race", "tests/kernels/cuda/handoff.sm_90.ptx"},
    {"forbidden", "--model ptx75 litmus/ptx/MP.litmus"},
    {"loop", "--check termination 'litmus/ptx/progress/Flag+spin+set-p0::p1.litmus'"}};

std::string drawn(const std::string& arguments) {
  return program("-q --dot - " + arguments + " 2>/dev/null").output;
}

}  // namespace

TEST_CASE("command line: drawings are as they were when somebody looked", "[cli][drawings]") {
  for (const auto& [name, arguments] : golden) {
    INFO("opexplore -q --dot - " << arguments << " > tests/tools/drawings/" << name << ".dot");
    CHECK(drawn(arguments) == docs::read("tests/tools/drawings/" + name + ".dot"));
  }
}

TEST_CASE("command line: -show wit is herd's", "[cli][drawings]") {
  CHECK(drawn("-show wit litmus/ptx/MP.litmus").empty());
  CHECK(
      contains(drawn("litmus/ptx/MP.litmus"), "the asked outcome is impossible; this is another"));
  const std::string shown = drawn("-show wit 'litmus/ptx/baseline/MP+rlx.gpus-p0::p1.litmus'");
  CHECK(contains(shown, "1:r0=1; 1:r1=0;"));
  CHECK_FALSE(contains(shown, "this is another"));
  const Folder folder;
  const std::string forall =
      folder.add("f.litmus", store_buffering("F", "forall"));  // fails in three of four
  const std::string witnesses = drawn("-show wit " + forall);
  CHECK_FALSE(contains(witnesses, "0:r0=0; 1:r0=0;"));
  CHECK(contains(witnesses, "0:r0=1; 1:r0=1;"));
}

TEST_CASE("command line: relations are drawn and left out by their names", "[cli][drawings]") {
  const std::string test = " litmus/ptx/MP.litmus";
  const std::string more = drawn("--doshow ms,base --unshow po,cause" + test);
  CHECK(contains(more, "[label=\"ms\""));
  CHECK(contains(more, "[label=\"base\""));
  CHECK_FALSE(contains(more, "[label=\"po\""));
  CHECK_FALSE(contains(more, "[label=\"cause\""));
  CHECK_FALSE(contains(drawn(test), "[label=\"ms\""));
  const auto result = program("--doshow mss --dot -" + test + " 2>&1");
  CHECK(result.status == 2);
  CHECK(contains(result.output, "no relation is called mss; did you mean ms?"));
  CHECK(program("--machine gpu-queues --doshow ms --dot -" + test + " 2>&1").status == 2);
  CHECK(program("--unshow po,,co --dot -" + test + " 2>&1").status == 2);
}

TEST_CASE("command line: pictures are files of their own", "[cli][drawings]") {
  if (!graphviz_or_skip()) return;
  const Folder folder;
  const std::string test = " -q 'litmus/ptx/baseline/MP+rlx.gpus-p0::p1.litmus' >/dev/null";
  CHECK(program("--svg " + folder.path("a.svg") + " --show all" + test).status == 0);
  for (const char* const name : {"a.svg", "a-2.svg", "a-3.svg", "a-4.svg"}) {
    INFO(name);
    CHECK(contains(folder.text(name), "<svg"));
  }
  CHECK_FALSE(folder.has("a-5.svg"));
  CHECK(program("--png " + folder.path("a.png") + test).status == 0);
  CHECK(folder.text("a.png").substr(1, 3) == "PNG");
  CHECK(program("--png -" + test + " 2>/dev/null").status == 2);
}

TEST_CASE("command line: what Graphviz 2.43 breaks on is drawn, too", "[cli][drawings]") {
  if (!graphviz_or_skip()) return;
  const Folder folder;
  const std::string test = "litmus/ptx/locks/TicketLock+acq-rel.gpus-p0::p1::p2.litmus";
  CHECK(program("-q --svg " + folder.path("a.svg") + ' ' + test).status == 0);
  CHECK(contains(folder.text("a.svg"), "synchronizes"));
}

TEST_CASE("command line: without Graphviz pictures are refused before the search",
          "[cli][drawings]") {
  const Folder folder;
  const CommandResult result = run("PATH=/nowhere " + std::string(program_file) + " --svg " +
                                   folder.path("a.svg") + " litmus/ptx/MP.litmus 2>&1");
  CHECK(result.status == 2);
  CHECK(contains(result.output, "--write svg needs Graphviz"));
  CHECK_FALSE(contains(result.output, "Test MP"));
}

}  // namespace opexplore::testing
