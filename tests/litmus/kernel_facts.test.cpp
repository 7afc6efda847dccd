// What is told of a kernel in the words of its source.
#include <string>
#include <vector>

#include "litmus/kernels/kernel.hpp"
#include "litmus/kernels/names.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/kernel_launch.hpp"

namespace opexplore::testing {

using Texts = std::vector<std::string>;

namespace {

Texts labels(const Test& test) {
  Texts result;
  for (const Thread& thread : test.program.threads) result.push_back(thread.label);
  return result;
}

}  // namespace

TEST_CASE("kernel facts: names as the source has them", "[kernel]") {
  using namespace kernel;
  CHECK(demangled("_Z7handoffPi") == "handoff(int*)");
  CHECK(demangled("mp") == "mp");
  CHECK(demangled("_Znonsense") == "_Znonsense");
  CHECK(plain_name("_Z7handoffPi") == "handoff");
  CHECK(plain_name("_ZN1a6reduceILi4EEEvPi") == "a::reduce");
  CHECK(plain_name("mp") == "mp");
  CHECK(plain_name("_ZN35_GLOBAL__N__c2ab295c_5_st_cu__Z1kPi5innerEPi") == "inner");
  CHECK(demangled("_ZN12_GLOBAL__N_15innerEPi") == "inner(int*)");
  CHECK(local_name("_ZZ7handoffPiS_S_E1s").function == "handoff");
  CHECK(local_name("_ZZ7handoffPiS_S_E1s").name == "s");
  CHECK(local_name("_ZN1a4doneE").function.empty());
  CHECK(local_name("_ZN1a4doneE").name == "done");
  CHECK(local_name("done").name == "done");
}

TEST_CASE("kernel facts: the launch, the compiler and the target", "[kernel]") {
  const kernel::LaunchedKernel one = kernel::read_launched(
      recorded("hoisted.sm_90.ptx"), "hoisted.ptx",
      launch(grid("polls", {2, 1, 1}, {1, 1, 1}, {buffer("0", "flag"), buffer("1", "out")}),
             "locations [ out; ]"));
  CHECK(one.facts.file == "hoisted.ptx");
  CHECK(one.facts.kernels == Texts{"polls(int*, int*)"});
  CHECK(one.facts.launch == "<<<2, 1>>>");
  CHECK(one.facts.compiler == "nvcc 13.0");
  CHECK(one.facts.target == "sm_90");
  CHECK(labels(one.test) == Texts{"block 0", "block 1"});

  kernel::Launch several = usual_launch();
  several.grids[0].blocks = {1, 2, 1};
  several.grids[0].threads_per_block = {1, 1, 2};
  several.grids.push_back(several.grids[0]);
  several.grids[1].blocks = {1, 1, 1};
  several.grids[1].threads_per_block = {2, 1, 1};
  const kernel::LaunchedKernel two = kernel::read_launched(module_text(""), "k.ptx", several);
  CHECK(two.facts.kernels == Texts{"k", "k"});
  CHECK(two.facts.launch == "<<<dim3(1, 2, 1), dim3(1, 1, 2)>>>, <<<1, 2>>>");
  CHECK(two.facts.compiler.empty());
  CHECK(two.facts.target == "sm_75");
  CHECK(labels(two.test) == Texts{"k (launch 0), block (0,0), thread (0,0,0)",
                                  "k (launch 0), block (0,0), thread (0,0,1)",
                                  "k (launch 0), block (0,1), thread (0,0,0)",
                                  "k (launch 0), block (0,1), thread (0,0,1)",
                                  "k (launch 1), block 0, thread 0",
                                  "k (launch 1), block 0, thread 1"});
}

TEST_CASE("kernel facts: several kernels and GPUs", "[kernel]") {
  const std::string text = module_text("") + ".entry _Z8consumerPi(.param .u64 p) { ret; }\n";
  kernel::Launch how = usual_launch();
  how.grids.push_back(grid("consumer", {1, 1, 1}, {1, 1, 1}, {}));
  CHECK(labels(kernel::read_kernel(text, "k.ptx", how)) ==
        Texts{"k, block 0", "consumer, block 0"});
  how.grids[1].gpu = 1;
  CHECK(labels(kernel::read_kernel(text, "k.ptx", how)) ==
        Texts{"k, GPU 0, block 0", "consumer, GPU 1, block 0"});
}

}  // namespace opexplore::testing
