// `opexplore kernel.cu` with nvcc: what is said of races, critical sections and ends, the advice,
// what the compiler took away, and the races of CUDA C++.
#include <string>

#include "tests/catch.hpp"
#include "tests/tools/with_nvcc.hpp"

namespace opexplore::testing {

TEST_CASE("cuda host: races of a whole warp that votes are looked for", "[cli][cuda][host]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const CommandResult result = report(folder,
                                      "__global__ void vote(unsigned* out) {\n"
                                      "  unsigned all = __ballot_sync(0xffffffffu, 1);\n"
                                      "  if (threadIdx.x < 2) *out = all + threadIdx.x;\n"
                                      "}\n"
                                      "int main() {\n"
                                      "  unsigned* out;\n"
                                      "  cudaMalloc(&out, 4);\n"
                                      "  vote<<<1, 32>>>(out);\n"
                                      "}\n");
  INFO(result.output);
  CHECK(result.status == 11);
}

TEST_CASE("cuda host: who leaves out a barrier may have no instruction", "[cli][cuda][host]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const CommandResult result = report(
      folder, "__global__ void put(int*) { if (threadIdx.x < 1) __syncthreads(); }\n", "--block 2");
  INFO(result.output);
  CHECK(result.status == 10);
  CHECK(contains(result.output, "leaves out `__syncthreads()`"));
}

TEST_CASE("cuda host: one thread at a time in a critical section", "[cli][cuda][host]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const auto unlocked_by = [&](const std::string& unlock, const std::string& lines) {
    const std::string file = folder.add("k.cu",
                                        "__global__ void k(int* lock, int* in) {\n"
                                        "  while (atomicExch(lock, 1)) {}\n"
                                        "  __threadfence();\n"
                                        "  atomicAdd(in, 1);\n"
                                        "  " +
                                            unlock +
                                            "\n"
                                            "  atomicExch(lock, 0);\n"
                                            "}\n"
                                            "int main() {\n"
                                            "  int *lock, *in;\n"
                                            "  cudaMalloc(&lock, sizeof *lock);\n"
                                            "  cudaMalloc(&in, sizeof *in);\n"
                                            "  k<<<2, 1>>>(lock, in);\n"
                                            "}\n");
    return program("--property exclusive:" + lines + ' ' + file + " 2>&1");
  };
  const CommandResult good = unlocked_by("__threadfence();", "4");
  INFO(good.output);
  CHECK(good.status == 0);
  CHECK(contains(good.output, "ok   no data race, one thread at a time in line 4, no hang"));
  const CommandResult bad = unlocked_by("", "4");
  INFO(bad.output);
  CHECK(bad.status == 10);
  CHECK(contains(bad.output, "no data race"));
  CHECK(contains(bad.output, "BUG  two threads can be in line 4 at the same time"));
  CHECK(contains(bad.output, "FIX  proved by exploring it: the bug is gone"));
  CHECK(contains(bad.output, "k.cu:6  + __threadfence();  before"));
  CHECK(contains(unlocked_by("", "40-41").output,
                 "no thread executes an instruction of lines 40 to 41"));
  CHECK(contains(unlocked_by("", "x").output, "'x' names no lines"));
  CHECK(contains(complaint("--property exclusive:4 litmus/ptx/MP.litmus"), "is for kernels"));
}

TEST_CASE("cuda host: what the source launches otherwise is said", "[cli][cuda][host]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const auto with_main = [&](const std::string& launches) {
    return report(folder,
                  "#include <cooperative_groups.h>\n"
                  "__global__ void k(int* a) {\n"
                  "  a[blockIdx.x] = 1;\n"
                  "  cooperative_groups::this_grid().sync();\n"
                  "  a[2 + blockIdx.x] = a[1 - blockIdx.x];\n"
                  "}\n"
                  "int main() {\n"
                  "  int* a;\n"
                  "  cudaMalloc(&a, 4 * sizeof *a);\n"
                  "  void* all[] = {&a};\n" +
                      launches + "}\n")
        .output;
  };
  const std::string plain = "  k<<<2, 1>>>(a);\n";
  const std::string together =
      "  cudaLaunchCooperativeKernel((void*)k, dim3(2), dim3(1), all, 0, 0);\n";
  const std::string error = "the source launches it as any kernel: that is an error";
  CHECK(contains(with_main(plain), error));
  const std::string once = with_main(together);
  CHECK_FALSE(contains(once, error));
  CHECK_FALSE(contains(once, "once more"));
  CHECK(contains(with_main(together + together), "the kernel is launched once more"));
}

TEST_CASE("cuda host: advice fits what is written", "[cli][cuda][host]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const auto of = [&](const std::string& body) {
    return report(folder, "__global__ void k(int* a) {\n" + body +
                              "}\nint main() {\n  int* a;\n  cudaMalloc(&a, 4 * sizeof *a);\n"
                              "  k<<<1, 2>>>(a);\n}\n")
        .output;
  };
  CHECK(contains(of("  *a += 1;\n"), "do it in one atomic operation"));
  CHECK_FALSE(contains(of("  if (threadIdx.x) *a = 1; else a[1] = *a;\n"), "one atomic operation"));
  // A fence in a body without braces.
  const std::string flag =
      "  if (threadIdx.x == 0) {\n"
      "    a[0] = 1;\n"
      "    if (a[2] == 0)\n"
      "      atomicExch(&a[1], 1);\n"
      "  } else {\n"
      "    while (atomicAdd(&a[1], 0) == 0) {}\n"
      "    __threadfence();\n"
      "    a[3] = a[0];\n"
      "  }\n";
  CHECK(contains(of(flag),
                 "__threadfence_block();  before  atomicExch(&a[1], 1);  (both in braces)"));
  // The barrier belongs between the two statements of the line.
  const std::string line = "  { a[threadIdx.x] = 1; a[3 - threadIdx.x] = a[1 - threadIdx.x]; }\n";
  const std::string mended = of(line);
  INFO(mended);
  CHECK(contains(mended, "__syncthreads();  inside"));
  CHECK(contains(mended, "a[0]"));
}

TEST_CASE("cuda host: without a loop or a barrier there is no hang", "[cli][cuda][host]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const CommandResult result =
      report(folder,
             "#include <cuda/atomic>\n"
             "__global__ void put(int* data, int* flag, int* out) {\n"
             "  cuda::atomic_ref<int, cuda::thread_scope_block> f(*flag);\n"
             "  if (blockIdx.x == 0) {\n"
             "    *data = 7;\n"
             "    f.store(1, cuda::memory_order_release);\n"
             "  } else if (f.load(cuda::memory_order_acquire)) {\n"
             "    *out = *data;\n"
             "  }\n"
             "}\n");
  INFO(result.output);
  CHECK(result.status == 11);
  CHECK(contains(result.output, "no hang\n"));
}

TEST_CASE("cuda host: a race that the compiler took away is one of the source",
          "[cli][cuda][host]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const std::string source =
      "__global__ void keep(int* out) {\n"
      "  __shared__ int last[2];\n"
      "  last[0] = threadIdx.x;\n"
      "  out[threadIdx.x] = 1;\n"
      "}\n";
  const CommandResult result = report(folder, source, "--grid 1 --block 2");
  INFO(result.output);
  CHECK(result.status == 11);
  CHECK(contains(result.output, "in the source; gone in the PTX"));
  CHECK(contains(result.output, "k.cu:3"));
  const std::string ordered =
      "__global__ void keep(int* out) {\n"
      "  __shared__ int last[2];\n"
      "  last[threadIdx.x] = threadIdx.x;\n"
      "  out[threadIdx.x] = 1;\n"
      "}\n";
  CHECK(report(folder, ordered, "--grid 1 --block 2").status == 0);
}

TEST_CASE("cuda host: volatile is told of, and is a race by CUDA C++", "[cli][cuda][host]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const std::string source =
      "__global__ void wait(volatile int* flag) {\n"
      "  if (blockIdx.x == 0)\n"
      "    *flag = 1;\n"
      "  else\n"
      "    while (*flag == 0) {}\n"
      "}\n";
  const CommandResult note = report(folder, source);
  INFO(note.output);
  CHECK(note.status == 0);
  CHECK(contains(note.output, "no atomic in CUDA C++"));
  const CommandResult bug = report(folder, source, "--reading cuda");
  INFO(bug.output);
  CHECK(bug.status == 11);
  CHECK(contains(bug.output, "data race on `flag`"));
  CHECK(contains(bug.output, "thread_scope_device"));
  CHECK(report(folder, source, "--reading c").status == 2);
}

}  // namespace opexplore::testing
