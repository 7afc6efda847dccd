// C++ tests on the command line: herd7's hash.
#include <string>

#include "litmus/hash.hpp"
#include "litmus/reader.hpp"
#include "tests/catch.hpp"
#include "tests/tools/cli.hpp"

using namespace opexplore::testing;

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
