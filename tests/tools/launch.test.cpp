// The programs that take kernels.
#include <string>

#include "tests/catch.hpp"
#include "tests/tools/cli.hpp"

namespace opexplore::testing {

namespace {

const std::string kernels = "tests/kernels/hand.sm_75.ptx";

}  // namespace

TEST_CASE("launch: a kernel is explored like a test", "[cli][launch]") {
  const CommandResult result = program(kernels + " --launch tests/kernels/mp.json");
  CHECK(result.status == 0);
  CHECK(contains(result.output, "Test mp Allowed\nStates 1\n[out]=42;\nNo\n"));
  CHECK(contains(program(kernels + " --launch tests/kernels/mp.json --machine gpu-scoped").output,
                 "machine=gpu-scoped"));
}

TEST_CASE("launch: kernels and launches belong together", "[cli][launch]") {
  CHECK(contains(complaint(kernels), "say with --kernel NAME which one runs"));
  CHECK(program(kernels).status == 2);
  CHECK(contains(complaint(kernels + " --kernel mp --launch tests/kernels/mp.json"),
                 "--kernel and --launch both say how a kernel is launched"));
  const Folder folder;
  const std::string test = folder.add("sb.litmus", store_buffering());
  CHECK(contains(complaint("'" + test + "' --launch tests/kernels/mp.json"), "name a .ptx file"));
  const std::string launch =
      folder.add("l.json",
                 "{\"kernel\": \"mp\", \"grid\": 2, \"parameters\": [\"a\", \"b\", \"c\"],\n"
                 " \"condition\": \"exists (a=1 \\\\/ z=1)\"}");
  CHECK(contains(complaint(kernels + " --launch '" + launch + "'"),
                 "l.json:2:32: unknown location 'z'"));
}

TEST_CASE("launch: opmap clang checks recorded PTX, and says what is missing", "[cli][clang]") {
  const std::string narrow =
      "opmap clang litmus/cxx/rmw/two-xchgs.system+two-gpus.litmus "
      "--ptx tests/kernels/clang/two-xchgs.system+two-gpus.sm_70.ptx";
  const CommandResult unsound = run(narrow);
  CHECK(unsound.status == 20);
  CHECK(contains(unsound.output, "UNSOUND: "));
  CHECK(contains(unsound.output, "  as clang-c says\n"));
  const CommandResult bytes =
      run("opmap clang litmus/cxx/rmw/two-xchgs.litmus --width 8 "
          "--ptx tests/kernels/clang/two-xchgs-8bit.sm_70.ptx");
  CHECK(bytes.status == 0);
  CHECK(contains(bytes.output, "sound: 2 outcomes"));
  const CommandResult mixed =
      run("opmap nvcc litmus/cxx/mp/MP+ra.litmus --width 8 "
          "--ptx tests/kernels/nvcc/MP+ra-8bit.sm_90.ptx");
  CHECK(mixed.status == 1);
  CHECK(contains(mixed.output, "no verdict, a mixed-size data race: P0 accesses 4 bytes at "));
  const CommandResult absent =
      run("opmap clang litmus/cxx/rmw/two-adds.litmus --clang no-such-clang 2>&1");
  CHECK(absent.status == 2);
  CHECK(contains(absent.output, "no-such-clang is not found"));
  CHECK(contains(absent.output, "--ptx FILE"));
  CHECK(contains(run("opmap clang litmus/cxx/rmw/two-adds.litmus --cuda").output,
                 "__atomic_fetch_add(x0, 1, __ATOMIC_RELAXED);\n"));
}

TEST_CASE("launch: opmap nvcc checks recorded PTX, and says what is missing", "[cli][nvcc]") {
  const std::string isa2 =
      "opmap nvcc litmus/cxx/release-sequences/ISA2-Fcta-RMW.litmus "
      "--ptx tests/kernels/nvcc/ISA2-Fcta-RMW.sm_90.ptx";
  const CommandResult unsound = run(isa2);
  CHECK(unsound.status == 20);
  CHECK(contains(unsound.output, "UNSOUND: "));
  CHECK(contains(unsound.output, "not an outcome of the source: "));
  CHECK(contains(unsound.output, "Trace of ISA2-Fcta-RMW, ptx-proxy"));
  CHECK(contains(unsound.output, "  as libcudacxx-13.0 says\n"));
  CHECK(contains(run(isa2 + " --table lustig19").output, "P1 is not what lustig19 says:\n"));
  CHECK(contains(run(isa2 + " --emitted").output, "PTX ISA2-Fcta-RMW\n"));
  const std::string fences = "opmap nvcc litmus/cxx/mp/MP+F.rel+F.acq.litmus ";
  CHECK(run(fences + "--ptx tests/kernels/nvcc/MP+F.rel+F.acq.sm_90.ptx").status == 0);
  const CommandResult absent = run(fences + "--nvcc no-such-nvcc 2>&1");
  CHECK(absent.status == 2);
  CHECK(contains(absent.output, "no-such-nvcc is not found"));
  CHECK(contains(absent.output, "--ptx FILE"));
  CHECK(contains(run(fences + "--cuda").output, "#include <cuda/atomic>\n"));
}

}  // namespace opexplore::testing
