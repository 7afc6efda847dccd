// `opexplore kernel.cu` with nvcc: launches that the code of the host makes, and what was not read
// of them.
#include <string>

#include "tests/catch.hpp"
#include "tests/tools/with_nvcc.hpp"

namespace opexplore::testing {

TEST_CASE("cuda host: macros, constants and functions of a launch are read", "[cli][cuda][host]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const CommandResult result = report(folder,
                                      "#define BLOCKS 2\n"
                                      "constexpr int lanes(int n) { return (n + 3) / 4; }\n"
                                      "__global__ void count(int* total, int n) {\n"
                                      "  if (threadIdx.x < n) *total += 3;\n"
                                      "}\n"
                                      "int main(int argc, char** argv) {\n"
                                      "  int* total;\n"
                                      "  int start[1] = {4};\n"
                                      "  const int n = argc > 1 ? 7 : 8;\n"
                                      "  if (cudaMalloc(&total, sizeof(int))) return 1;\n"
                                      "  cudaMemcpy(total, start, 4, cudaMemcpyHostToDevice);\n"
                                      "  count<<<BLOCKS - 1, lanes(n)>>>(total, 1);\n"
                                      "}\n");
  INFO(result.output);
  CHECK(result.status == 0);
  CHECK(contains(result.output, "<<<1, 2>>>"));
  CHECK(contains(result.output, "total: 7\n"));
}

TEST_CASE("cuda host: configurations and dim3 are read", "[cli][cuda][host]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const CommandResult result = report(folder,
                                      "__global__ void put(int* out, int w) {\n"
                                      "  out[blockIdx.y * gridDim.x + blockIdx.x] = w;\n"
                                      "}\n"
                                      "int main() {\n"
                                      "  int* out;\n"
                                      "  cudaMallocManaged(&out, 4 * sizeof *out);\n"
                                      "  cudaLaunchConfig_t how = {};\n"
                                      "  how.gridDim = dim3(2, 2);\n"
                                      "  how.blockDim = 1;\n"
                                      "  cudaLaunchKernelEx(&how, put, out, 5);\n"
                                      "  dim3 grid(2), block(1);\n"
                                      "  put<<<grid, block>>>(out, 6);\n"
                                      "}\n");
  INFO(result.output);
  CHECK(contains(result.output, "<<<dim3(2, 2, 1), 1>>>"));
  CHECK(contains(result.output, "out[3]: 5"));
  CHECK(contains(result.output, "also launched as <<<2, 1>>>"));
}

TEST_CASE("cuda host: what was not read of a launch is said", "[cli][cuda][host]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const auto launched_with = [&](const std::string& launch) {
    return report(folder,
                  "struct Two { int *a, *b; };\n"
                  "int* choose();\n"
                  "__global__ void put(Two two) {\n"
                  "  if (blockIdx.x == 0) *two.a = 1; else *two.b = 2;\n"
                  "}\n"
                  "int main() {\n"
                  "  int *d, *e;\n"
                  "  cudaMalloc(&d, 4);\n"
                  "  cudaMalloc(&e, 4);\n"
                  "  " +
                      launch +
                      "\n"
                      "}\n");
  };
  const CommandResult unknown = launched_with("put<<<sizeof(int) - 1, 1>>>(Two{d, choose()});");
  INFO(unknown.output);
  CHECK(contains(unknown.output, "<<<3, 1>>>"));  // though choose() might change it
  CHECK(contains(unknown.output, "what the launch passes for 'two.b' was not read"));
  const CommandResult two = launched_with("put<<<2, 1>>>(Two{d, d});\n  put<<<2, 1>>>(Two{d, e});");
  INFO(two.output);
  CHECK(two.status == 11);
  CHECK(contains(two.output, "also launched with other arguments at"));
}

TEST_CASE("cuda host: a number that nobody gives is that of the threads", "[cli][cuda][host]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const std::string kernel =
      "__global__ void put(int* out, int n, float by) {\n"
      "  if (threadIdx.x < n) out[threadIdx.x] = n * by;\n"
      "}\n";
  const CommandResult result = report(folder, kernel, "--grid 1 --block 3");
  INFO(result.output);
  CHECK(result.status == 0);
  CHECK(contains(result.output, "assumed n = 3: nobody gave it (--input)"));
  CHECK(contains(result.output, "by is taken for 1.0"));
  CHECK(contains(result.output, "out[2]: 3"));
  const CommandResult given =
      report(folder, kernel, "--grid 1 --block 3 --input n=4 --input by=1.5");
  INFO(given.output);
  CHECK(contains(given.output, "out[2]: 6"));
}

TEST_CASE("cuda host: a launch that is not explored comes first", "[cli][cuda][host]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const std::string kernel = "__global__ void put(int* out) { out[blockIdx.x] = 1; }\n";
  const CommandResult unread =
      report(folder, kernel + "int of(int);\nvoid run(int n, int* p) { put<<<of(n), 32>>>(p); }\n");
  INFO(unread.output);
  CHECK(contains(unread.output.substr(0, unread.output.find('\n')),
                 "launch not read: `put<<<of(n), 32>>>`"));
  CHECK(contains(unread.output, "k.cu:3 depends on what only a run tells"));
  const CommandResult dependent =
      report(folder, kernel + "template <class T> void run(T n, int* p) { put<<<n, 3>>>(p); }\n");
  INFO(dependent.output);
  CHECK(contains(dependent.output.substr(0, dependent.output.find('\n')), "nobody instantiates"));
  const CommandResult large =
      report(folder, kernel + "void run(int* p) { put<<<64, 256>>>(p); }\n");
  INFO(large.output);
  CHECK(contains(large.output, "explored as <<<64, 256>>>"));
}

TEST_CASE("cuda host: kernels are named by templates' arguments and parameters",
          "[cli][cuda][host]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  folder.add("part.cuh",
             "template <int N> __global__ void part(int* where, int amount) {\n"
             "  if (threadIdx.x < N) *where = amount;\n}\n");
  const std::string source =
      "#include \"part.cuh\"\n"
      "template __global__ void part<1>(int*, int);\n"
      "template __global__ void part<4>(int*, int);\n";
  const CommandResult one = report(folder, source, "--kernel 'part<1>' --input amount=3 --block 2");
  INFO(one.output);
  CHECK(contains(one.output, "kernel part<1>(int*, int)"));
  CHECK(contains(one.output, "where: 3"));
  CHECK(report(folder, source, "--kernel part").status == 2);
  const std::string said = complaint("'" + folder.path("k.cu") + "' --kernel part");
  INFO(said);
  CHECK(contains(said, "part<1>(int*, int) and part<4>(int*, int)"));
}

}  // namespace opexplore::testing
