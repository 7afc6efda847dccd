// `opexplore kernel.cu` with nvcc: launches of many threads, as the source has them.
#include <string>
#include <utility>

#include "tests/catch.hpp"
#include "tests/locations.hpp"
#include "tests/tools/with_nvcc.hpp"

namespace opexplore::testing {

namespace {

// Each thread adds what the one before it has, twice as far each time.
std::string scan(const std::string& between) {
  return "__global__ void scan(int* out) {\n"
         "  __shared__ int s[128];\n"
         "  int t = threadIdx.x;\n"
         "  s[t] = 1;\n"
         "  __syncthreads();\n"
         "  for (int d = 1; d < 128; d <<= 1) {\n"
         "    int v = t >= d ? s[t - d] : 0;\n" +
         between +
         "    s[t] += v;\n"
         "    __syncthreads();\n"
         "  }\n"
         "  out[blockIdx.x * 128 + t] = s[t];\n"
         "}\n"
         "int main() {\n"
         "  int* out;\n"
         "  cudaMalloc(&out, 4 * 128 * sizeof *out);\n"
         "  scan<<<4, 128>>>(out);\n"
         "}\n";
}

}  // namespace

TEST_CASE("cuda whole: a launch of many threads is run as it is", "[cli][cuda][whole]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const CommandResult result = report(folder, scan("    __syncthreads();\n"));
  INFO(result.output);
  CHECK(result.status == 0);
  CHECK(contains(result.output, "explored as <<<4, 128>>>"));
  CHECK(contains(result.output, "512 threads, run once: "));
  CHECK(contains(result.output, "no other order gives anything else"));
  CHECK(contains(result.output, "out[3]: 4\n"));
}

TEST_CASE("cuda whole: a barrier that mends a race is compiled and run", "[cli][cuda][whole]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const CommandResult result = report(folder, scan(""));
  INFO(result.output);
  CHECK(result.status == 11);
  CHECK(contains(result.output, "BUG  data race on `s[0]`"));
  CHECK(contains(result.output, "cut  not everything was explored: one execution"));
  CHECK_FALSE(contains(result.output, "  ok "));
  CHECK(contains(result.output, "FIX  proved by running it: the bug is gone"));
  CHECK(contains(result.output, ":8  + __syncthreads();  before  s[t] += v;"));
}

TEST_CASE("cuda whole: where it has a bug other questions are open", "[cli][cuda][whole]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  for (const char* const question : {"--never 'out[3] == 9'", "--property ends"}) {
    const CommandResult result = report(folder, scan(""), question);
    INFO(result.output);
    CHECK(result.status == (question[2] == 'n' ? 11 : 1));
    CHECK_FALSE(contains(result.output, "  ok "));
  }
  CHECK(report(folder, scan(""), "--log").status == 2);
}

TEST_CASE("cuda whole: of threads that wait for each other otherwise those are few that matter",
          "[cli][cuda][whole]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const CommandResult result = report(folder,
                                      "__device__ unsigned count;\n"
                                      "__global__ void last(int* out) {\n"
                                      "  __shared__ bool is_last;\n"
                                      "  if (threadIdx.x == 0)\n"
                                      "    is_last = atomicAdd(&count, 1u) == gridDim.x - 1;\n"
                                      "  __syncthreads();\n"
                                      "  if (is_last) out[threadIdx.x] = 1;\n"
                                      "}\n"
                                      "int main() {\n"
                                      "  int* out;\n"
                                      "  cudaMalloc(&out, 1024);\n"
                                      "  last<<<8, 256>>>(out);\n"
                                      "}\n");
  INFO(result.output);
  CHECK(result.status == 0);
  CHECK(contains(result.output, "<<<8, 256>>>"));
  CHECK(contains(result.output, "8 of 2048 threads, "));
  CHECK(contains(result.output, "out[0]: 1;  out[1]: 1;  out[2]: 1;  out[3]: 1\n"));
}

TEST_CASE("cuda whole: the size of memory from the host counts", "[cli][cuda][whole]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const CommandResult result =
      report(folder,
             "__global__ void put(int* out) { out[blockIdx.x * 128 + threadIdx.x + 1] = 1; }\n"
             "int main() {\n"
             "  int* out;\n"
             "  cudaMalloc(&out, 1024);\n"
             "  put<<<2, 128>>>(out);\n"
             "}\n");
  INFO(result.output);
  CHECK(contains(result.output, "at byte 1024 of 'out', which has 1024 bytes"));
  CHECK(contains(result.output, "block 1, thread 127"));
}

TEST_CASE("whole: blocks that tell each other something", "[cli][cuda][whole][protocol]") {
  const std::string kernels = std::string(source_folder) + "/tests/kernels/whole/";
  const CommandResult last = program("'" + kernels + "last_block.sm_90.ptx' --grid 4 --block 256");
  INFO(last.output);
  CHECK(last.status == 0);
  CHECK(contains(last.output, "4 of 1024 threads, "));
  CHECK(contains(last.output, "ok   no data race, no hang\n"));
  CHECK(contains(last.output, "out: 1024"));
  const CommandResult asked = program("'" + kernels +
                                      "last_block.sm_90.ptx' --grid 3 --block 64 "
                                      "--forall 'out == 192 && partial[2] == 64'");
  INFO(asked.output);
  CHECK(asked.status == 0);
  CHECK(contains(asked.output, "it always ends as --forall asks"));
  const CommandResult never =
      program("'" + kernels + "last_block.sm_90.ptx' --grid 3 --block 64 --never 'out == 192'");
  INFO(never.output);
  CHECK(never.status == 10);
  CHECK(contains(never.output, "BUG  it can end with out = 192"));
  const CommandResult scan = program("'" + kernels + "look_back.sm_90.ptx' --grid 4 --block 256");
  INFO(scan.output);
  CHECK(scan.status == 0);
  CHECK(contains(scan.output, "4 of 1024 threads, "));
  CHECK(contains(scan.output, "sum[2]: 768"));
  const CommandResult locked = program("'" + kernels + "add_locked.sm_90.ptx' --grid 3 --block 64");
  INFO(locked.output);
  CHECK(locked.status == 0);
  CHECK(contains(locked.output, "3 of 192 threads, "));
  CHECK(contains(locked.output, "lock: 0;  total: 6048"));
}

TEST_CASE("whole: blocks that hand on what all of their threads have computed",
          "[cli][cuda][whole][protocol]") {
  const std::string kernels = std::string(source_folder) + "/tests/kernels/whole/";
  const std::string launch = " --grid 6 --block 96 --input parts=3";
  const CommandResult right = program("'" + kernels + "stream_k.sm_90.ptx'" + launch);
  INFO(right.output);
  CHECK(right.status == 0);
  CHECK(contains(right.output, "6 of 576 threads, "));
  CHECK(contains(right.output, "ok   no data race, no hang\n"));
  CHECK(contains(right.output, "partial[3]: 7\n"));
  const CommandResult never = program("'" + kernels + "stream_k.sm_90.ptx'" + launch +
                                      " --never 'partial[90] == 181 && turns[0] == 2'");
  INFO(never.output);
  CHECK(never.status == 10);
  // Of threads that read each one of several values there are too many, but a race is one.
  const CommandResult wrong = program("'" + kernels + "stream_k_bug.sm_90.ptx'" + launch);
  INFO(wrong.output);
  CHECK(wrong.status == 11);
  CHECK(contains(wrong.output, "BUG  data race on `partial["));
  CHECK(contains(wrong.output, "cut  not everything was explored: "));
  CHECK_FALSE(contains(wrong.output, "ok   "));
  CHECK_FALSE(contains(wrong.output, "proved"));
}

TEST_CASE("whole: pipelines of copies at their own launch", "[cli][cuda][whole][async]") {
  const std::string kernels = std::string(source_folder) + "/tests/kernels/whole/";
  const auto asked = [&](const std::string& kernel, const std::string& launch) {
    return program("'" + kernels + kernel + ".sm_90.ptx' " + launch + " --input tiles=7");
  };
  for (const auto& [kernel, launch] :
       {std::pair{"pipeline", "--grid 4 --block 128"}, std::pair{"ring", "--grid 1 --block 160"}}) {
    const CommandResult right = asked(kernel, launch);
    INFO(right.output);
    CHECK(right.status == 0);
    CHECK(contains(right.output, "ok   no data race, no hang\n"));
    CHECK(contains(right.output, "what the ISA leaves open"));
    const CommandResult wrong = asked(kernel + std::string("_bug"), launch);
    INFO(wrong.output);
    CHECK(wrong.status == 11);
    CHECK(contains(wrong.output, "BUG  data race on `tile["));
  }
  const CommandResult readings =
      program("readings '" + kernels + "ring.sm_90.ptx' --grid 1 --block 160 --input tiles=7");
  INFO(readings.output);
  CHECK(readings.status == 2);
}

TEST_CASE("whole: tensor cores at their own launch", "[cli][cuda][whole][matrix]") {
  const std::string kernels = std::string(source_folder) + "/tests/kernels/whole/";
  // The first row of x begins with 1, 2, 3, that of w with 1, 1, 1; all else is zero.
  const std::string launch =
      ".sm_90a.ptx' --grid 2 --block 160 --input tiles=4"
      " --input a_map=tensor:x:256x128:box=64x64:float16:swizzle=128"
      " --input b_map=tensor:w:256x8:box=64x8:float16:swizzle=128 --input x=1,2,3 --input w=1,1,1";
  const CommandResult right = program("'" + kernels + "gemm" + launch);
  INFO(right.output);
  CHECK(right.status == 0);
  CHECK(contains(right.output, "ok   no data race, no hang\n"));
  CHECK(contains(right.output, "out[0]: 6;  out[1]: 0"));
  const CommandResult wrong = program("'" + kernels + "gemm_bug" + launch);
  INFO(wrong.output);
  CHECK(wrong.status == 11);
  CHECK(contains(wrong.output, "BUG  data race on `a[0]`"));
  CHECK(contains(wrong.output, "matrix operation"));
  // Those of a warp.
  const std::string warps = ".sm_80.ptx' --grid 2 --block 128 --input tiles=4";
  const CommandResult tiles = program("'" + kernels + "tiles" + warps);
  INFO(tiles.output);
  CHECK(tiles.status == 0);
  CHECK(contains(tiles.output, "ok   no data race, no hang\n"));
  const CommandResult overwritten = program("'" + kernels + "tiles_bug" + warps);
  INFO(overwritten.output);
  CHECK(overwritten.status == 11);
  CHECK(contains(overwritten.output, "ldmatrix.sync"));
}

TEST_CASE("whole: functions of which the error is bounded", "[cli][cuda][whole]") {
  const std::string kernels = std::string(source_folder) + "/tests/kernels/whole/";
  const std::string launch = ".sm_90.ptx' --grid 2 --block 256";
  const CommandResult right = program("'" + kernels + "softmax" + launch);
  INFO(right.output);
  CHECK(right.status == 0);
  CHECK(contains(right.output, "ok   no data race, no hang\n"));
  CHECK(contains(right.output, "is taken for the nearest number: PTX only bounds"));
  const CommandResult wrong = program("'" + kernels + "softmax_bug" + launch);
  INFO(wrong.output);
  CHECK(wrong.status == 11);
  CHECK(contains(wrong.output, "BUG  data race on `space[0]`"));
}

TEST_CASE("cuda whole: what copies lack is compiled and run", "[cli][cuda][whole][async]") {
  if (!nvcc_or_skip()) return;
  const std::string kernels = std::string(source_folder) + "/tests/kernels/whole/";
  const CommandResult ring =
      program("'" + kernels + "ring_bug.cu' --grid 1 --block 160 --input tiles=7");
  INFO(ring.output);
  CHECK(contains(ring.output, "FIX  proved by running it: the bug is gone"));
  CHECK(
      contains(ring.output, ":28  + asm volatile(\"fence.proxy.async;\" ::: \"memory\");  before"));
  const CommandResult pipeline =
      program("'" + kernels + "pipeline_bug.cu' --grid 1 --block 128 --input tiles=7");
  INFO(pipeline.output);
  CHECK(contains(pipeline.output, "FIX  proved by running it: the bug is gone"));
  CHECK(contains(pipeline.output, "cp.async.wait_all;"));
}

}  // namespace opexplore::testing
