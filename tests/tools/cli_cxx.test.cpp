// C++ tests on the command line: herd7's hash, and what racy programs could do.
#include <string>

#include "litmus/language/hash.hpp"
#include "tests/catch.hpp"
#include "tests/export/log_grammar.hpp"
#include "tests/studies/traced.hpp"
#include "tests/tools/cli.hpp"

using namespace opexplore::testing;

namespace {

const std::string message =
    "C message\n{}\nP0 (int* x, int* y) { *x = 1; *y = 1; }\n"
    "P1 (int* x, int* y) { int r0 = *y; int r1 = *x; }\nexists (1:r0=1 /\\ 1:r1=0)\n";

const std::string four_states =
    "States 4\n1:r0=0; 1:r1=0;\n1:r0=0; 1:r1=1;\n1:r0=1; 1:r1=0;\n1:r0=1; 1:r1=1;\nUndef\n";

}  // namespace

TEST_CASE("logs of C tests have herd7's hash", "[cli][cxx]") {
  const Folder folder;
  // The hash is that of herd7's log of this program.
  const std::string file = folder.add(
      "two.litmus",
      "C two\n{}\nP0(atomic_int* y) {\n  atomic_fetch_add_explicit(y,1,memory_order_relaxed);\n}\n"
      "P1(atomic_int* y) {\n  atomic_fetch_add_explicit(y,1,memory_order_relaxed);\n}\n"
      "forall (y=2)\n");
  const std::string line = "\nHash=4ba3dd96c70ac3dd5dac4c7337261858\n";
  CHECK(contains(program(file).output, line));
  CHECK(contains(program("--model rc11 " + file).output, line));
  CHECK(contains(program("--json - " + file).output, "\"4ba3dd96c70ac3dd5dac4c7337261858\""));
  const std::string kinds = folder.add("kinds.txt", "two Allowed\n");
  CHECK(contains(program("--kinds " + kinds + " " + file).output, line));
  const std::string placed = folder.add(
      "placed.litmus", "C placed\n{}\nP0@cta 0,gpu 0 (atomic_int* y) { *y = 1; }\nforall (y=1)\n");
  const std::string ours = opexplore::hash(opexplore::read_file(placed));
  CHECK(contains(program(placed).output, "\nHash=" + ours + "\n"));
}

TEST_CASE("what racy programs could do is listed on request", "[cli][cxx]") {
  const Folder folder;
  const std::string file = folder.add("message.litmus", message);
  const std::string usual = program("--machine cxx " + file).output;
  CHECK(contains(usual, "\nStates 0\nUndef\n"));
  CHECK(contains(usual, "\nFlag data-race\n"));
  const std::string all = program("--machine cxx --racy-outcomes " + file).output;
  CHECK_FALSE(LogReader(all).fault());
  CHECK(contains(all, four_states));
  CHECK(contains(all, "\nFlag *undef*\n"));
  CHECK_FALSE(contains(all, "data-race"));
  CHECK(contains(all, "\nObservation message Sometimes "));
  CHECK(contains(program("--model cxx20 " + file).output, four_states));
}

TEST_CASE("traces of racy programs that go on replay", "[cli][cxx][replay]") {
  using namespace opexplore;
  const MachineEntry* const machine = find_machine("cxx");
  REQUIRE(machine != nullptr);
  MachineOptions options;
  options.settings = {{"racy-outcomes", "true"}};
  // In the second the race is found in a final state.
  for (const std::string& text :
       {message, std::string("C last\n{}\nP0 (int* x) { *x = 1; }\nP1 (int* x) { int r0 = *x; }\n"
                             "exists (1:r0=1)\n")}) {
    const Json document = traced(*machine, read(text, "t"), options);
    CHECK(document["traces"].size() >= 3);
    const ReplayResult result = replayed(document);
    INFO(result.fault());
    CHECK(result.accepted());
  }
}
