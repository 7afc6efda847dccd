// `opexplore kernel.cu` with nvcc: what is there before a kernel runs and while it does, put there
// by main, by other kernels, or by nobody who is seen.
#include <string>

#include "tests/catch.hpp"
#include "tests/tools/cuda_table.hpp"
#include "tests/tools/with_nvcc.hpp"

namespace opexplore::testing {

TEST_CASE("cuda before: null is the kernel's fault where somebody has said so",
          "[cli][cuda][before]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const auto run = [&](const std::string& fills) {
    return report(folder,
                  "struct Pool { int* slots; int used; };\n"
                  "__device__ Pool spare;\n"
                  "__global__ void take(Pool* pool) {\n"
                  "  int at = atomicAdd(&pool->used, 1);\n"
                  "  pool->slots[at] = 7;\n"
                  "}\n" +
                      fills,
                  "--kernel take");
  };
  const auto launched = [](const std::string& fill, const std::string& on = "pool") {
    return "int main() {\n  Pool* pool;\n  cudaMalloc(&pool, sizeof *pool);\n  " + fill +
           "\n  take<<<2, 1>>>(" + on + ");\n}\n";
  };
  for (const std::string& open : {launched(""), std::string()}) {
    const CommandResult result = run(open);
    INFO(result.output);
    CHECK(result.status == 1);
    CHECK(parts_of(result.output, "BUG").empty());
    CHECK(parts_of(result.output, "ok").empty());
    CHECK(contains(result.output, "k.cu:5: `pool.slots` is null, since nobody says"));
  }
  const CommandResult set = run(launched("cudaMemset(pool, 0, sizeof *pool);"));
  INFO(set.output);
  CHECK(set.status == 10);
  CHECK(contains(set.output, "BUG  the access is through a null pointer"));
}

TEST_CASE("cuda before: variables are null if nobody can have set them", "[cli][cuda][before]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const std::string kernel =
      "__device__ int* place;\n"
      "__global__ void put() { *place = 1; }\n";
  const std::string main = "int main() { put<<<1, 1>>>(); }\n";
  CHECK(report(folder, kernel + main).status == 10);
  CHECK(report(folder, kernel).status == 1);
  const std::string setter = "__global__ void set(int* p) { place = p; }\n";
  CHECK(report(folder, kernel + setter + main, "--kernel put").status == 1);
  CHECK(report(folder, kernel + setter + main, "--kernel put --setup set").status == 0);
}

TEST_CASE("cuda before: who waits for what the host writes later is not said to hang",
          "[cli][cuda][before]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const auto run = [&](const std::string& behind, const std::string& allocate) {
    return report(folder,
                  "__global__ void serve(volatile int* post, int* out) {\n"
                  "  while (*post == 0) {}\n"
                  "  *out = 7;\n"
                  "}\n"
                  "int main() {\n"
                  "  int *post, *out, one = 1;\n"
                  "  cudaStream_t aside;\n"
                  "  cudaStreamCreate(&aside);\n" +
                      allocate +
                      "  cudaMalloc(&out, 4);\n"
                      "  serve<<<1, 1>>>(post, out);\n" +
                      behind + "  cudaDeviceSynchronize();\n}\n");
  };
  const std::string managed = "  cudaMallocManaged(&post, 4);\n  *post = 0;\n";
  const std::string mapped =
      "  int* mine;\n  cudaHostAlloc(&mine, 4, cudaHostAllocMapped);\n  *mine = 0;\n"
      "  cudaHostGetDevicePointer(&post, mine, 0);\n";
  const std::string device = "  cudaMalloc(&post, 4);\n  cudaMemset(post, 0, 4);\n";
  const auto undecided = [](const CommandResult& result) {
    INFO(result.output);
    CHECK(result.status == 1);
    CHECK(parts_of(result.output, "BUG").empty());
    CHECK(parts_of(result.output, "ok").empty());
    CHECK(contains(result.output, "k.cu:2: whether it ends is not decided"));
    CHECK(contains(result.output, "the host writes `post` after it launches the kernel"));
  };
  undecided(run("  *post = 1;\n", managed));
  undecided(run("  *(volatile int*)mine = 1;\n", mapped));
  undecided(run("  __atomic_store_n(mine, one, __ATOMIC_RELEASE);\n", mapped));
  undecided(run("  cudaMemcpyAsync(post, &one, 4, cudaMemcpyHostToDevice, aside);\n", device));
  // Nobody writes it, or only once the kernel has ended.
  CHECK(run("", managed).status == 12);
  CHECK(run("  cudaDeviceSynchronize();\n  *post = 1;\n", managed).status == 12);
  CHECK(run("  cudaMemset(post, 1, 4);\n", managed).status == 12);
  CHECK(run("  cudaMemcpy(post, &one, 4, cudaMemcpyHostToDevice);\n", device).status == 12);
}

TEST_CASE("cuda before: managed variables hold what the host puts there", "[cli][cuda][before]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const auto run = [&](const std::string& before, const std::string& behind) {
    return report(folder,
                  "__managed__ int base = 3;\n"
                  "__managed__ int row[3];\n"
                  "__managed__ volatile int go;\n"
                  "__global__ void add(int* out) {\n"
                  "  while (go == 0) {}\n"
                  "  *out = base + row[2];\n"
                  "}\n"
                  "int main(int argc, char**) {\n"
                  "  int* out;\n"
                  "  cudaMalloc(&out, 4);\n" +
                      before + "  add<<<1, 1>>>(out);\n" + behind +
                      "  cudaDeviceSynchronize();\n}\n");
  };
  const CommandResult set = run("  base = 5; row[2] = 4; go = 1;\n", "");
  INFO(set.output);
  CHECK(set.status == 0);
  CHECK(contains(set.output, "out: 9"));
  CHECK(contains(run("  row[1] = 4; go = 1;\n", "").output, "out: 3"));
  CHECK(contains(run("  go = argc + 1;\n  base = std::rand();\n", "").output, "was not read"));
  CHECK(run("", "  go = 1;\n").status == 1);
  CHECK(run("", "").status == 12);
}

TEST_CASE("cuda before: a setup runs as main launches it", "[cli][cuda][before][setup]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const auto run = [&](const std::string& setup, const std::string& options) {
    return report(folder,
                  "__global__ void fill(int* row, int from) { " + setup +
                      " }\n"
                      "__global__ void total(const int* in, int* out) {\n"
                      "  if (threadIdx.x == 0) *out = in[0] + in[1] + in[2] + in[3];\n"
                      "}\n"
                      "int main() {\n"
                      "  int *a, *out;\n"
                      "  cudaMalloc(&a, 16);\n"
                      "  cudaMalloc(&out, 4);\n"
                      "  cudaMemset(a, 0, 16);\n"
                      "  fill<<<2, 2>>>(a, 10);\n"
                      "  total<<<1, 2>>>(a, out);\n"
                      "}\n",
                  "--kernel total " + options);
  };
  const std::string own = "row[blockIdx.x * blockDim.x + threadIdx.x] += from + blockIdx.x;";
  const CommandResult filled = run(own, "--setup fill");
  INFO(filled.output);
  CHECK(filled.status == 0);
  CHECK(contains(filled.output, "out: 42"));
  CHECK_FALSE(contains(filled.output, "was not run"));
  const CommandResult empty = run(own, "");
  INFO(empty.output);
  CHECK(contains(empty.output, "the kernel 'fill', launched before at"));
  CHECK(contains(empty.output, "--setup fill runs it first"));
  // All write the same: no order can be told. Else one matters.
  CHECK(contains(run("row[1] = from;", "--setup fill").output, "out: 10"));
  for (const std::string together :
       {"row[0] = threadIdx.x;", "atomicAdd(row, 1);", "row[threadIdx.x] = row[0] + 1;",
        "row[threadIdx.x] = __shfl_sync(3, from, 0);"}) {
    const CommandResult refused = run(together, "--setup fill 2>&1");
    INFO(together << '\n' << refused.output);
    CHECK(refused.status == 2);
    CHECK(contains(refused.output, "the setup 'fill' is launched as <<<2, 2>>>"));
  }
}

}  // namespace opexplore::testing
