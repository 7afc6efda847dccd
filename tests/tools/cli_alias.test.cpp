// --alias: two pointers of a kernel that lead to the same memory.
#include <string>

#include "tests/catch.hpp"
#include "tests/tools/cli.hpp"

namespace opexplore::testing {
namespace {

const std::string shift = "tests/kernels/aliases.sm_90.ptx --kernel shift";

}  // namespace

TEST_CASE("alias: one pointer leads to where another one does", "[cli][alias]") {
  CHECK(program(shift).status == 0);
  const CommandResult same = program(shift + " --alias in,out");
  INFO(same.output);
  CHECK(same.status == 11);
  CHECK(contains(same.output, "BUG  data race on `in[1]`"));
  CHECK(contains(same.output, "note `out` points to where `in` does\n"));
  // Behind what the threads read nobody writes.
  const CommandResult further = program(shift + " --alias in,out+1");
  CHECK(further.status == 0);
  CHECK(contains(further.output, "does, 1 element further\n"));
  CHECK(program(shift + " --block 3 --alias in,out+1").status == 11);
  // What is said of the memory is said of both.
  CHECK(contains(program(shift + " --block 1 --alias in,out --input in=7").output, "in[1]: 7"));
}

TEST_CASE("alias: what __restrict__ promised is broken", "[cli][alias]") {
  const CommandResult result =
      program("tests/kernels/aliases.sm_90.ptx --kernel shift_restricted --alias in,out");
  INFO(result.output);
  CHECK(result.status == 11);
  CHECK(contains(result.output, "and __restrict__ says that it does not"));
  CHECK(contains(result.output, "aliases.cu:7: the compiler loads as from memory that nobody"));
}

TEST_CASE("alias: a comment of the source says it", "[cli][alias]") {
  const Folder folder;
  folder.add("aliases.cu", "// opexplore: --kernel shift --alias in,out\n" +
                               docs::read("tests/kernels/aliases.cu"));
  const std::string ptx = folder.add("aliases.ptx", docs::read("tests/kernels/aliases.sm_90.ptx"));
  CHECK(program("'" + ptx + "'").status == 11);
}

TEST_CASE("alias: wrong words", "[cli][alias]") {
  CHECK(contains(complaint(shift + " --alias in"), "expected two pointers"));
  CHECK(contains(complaint(shift + " --alias in,in"), "a pointer is where it is"));
  CHECK(contains(complaint(shift + " --alias in,ou"), "the kernel has no parameter 'ou'"));
  CHECK(contains(complaint(shift + " --alias in,out+x"), "'x' is no number of elements"));
  CHECK(contains(complaint(shift + " --alias in,out --input in=null"), "points to no memory"));
  CHECK(contains(complaint("tests/kernels/cuda/slots.sm_90.ptx --alias out,n"), "is no pointer"));
}

}  // namespace opexplore::testing
