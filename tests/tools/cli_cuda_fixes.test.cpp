// `opexplore kernel.cu` with nvcc: changes that mend a kernel, and advice where none is known.
#include <string>

#include "tests/catch.hpp"
#include "tests/tools/with_nvcc.hpp"

namespace opexplore::testing {

TEST_CASE("cuda fixes: a barrier where threads have a line of their own each",
          "[cli][cuda][fixes]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  // Thread 0 knows what it has just stored, and has other code for the last line.
  const CommandResult result = report(folder,
                                      "__global__ void smooth(const int* in, int* out) {\n"
                                      "  __shared__ int row[5];\n"
                                      "  int i = threadIdx.x;\n"
                                      "  row[i + 1] = in[i];\n"
                                      "  if (i == 0) { row[0] = 0; row[4] = 0; }\n"
                                      "  out[i] = row[i] + 2 * row[i + 1] + row[i + 2];\n"
                                      "}\n",
                                      "--grid 1 --block 3 --input in=1,2,3");
  INFO(result.output);
  CHECK(result.status == 11);
  CHECK(contains(result.output, "FIX  proved by exploring it: all bugs are gone"));
  CHECK(contains(result.output, "k.cu:6  + __syncthreads();  before  out[i] = row[i]"));
  CHECK_FALSE(contains(result.output, "atomic_ref"));
}

TEST_CASE("cuda fixes: a barrier that turns of a loop lack is advised", "[cli][cuda][fixes]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const CommandResult result = report(folder,
                                      "__global__ void fold(int* out) {\n"
                                      "  __shared__ int part[4];\n"
                                      "  int i = threadIdx.x;\n"
                                      "  part[i] = i + 1;\n"
                                      "  __syncthreads();\n"
                                      "  for (int half = 2; half > 0; half /= 2) {\n"
                                      "    if (i < half) part[i] += part[i + half];\n"
                                      "  }\n"
                                      "  if (i == 0) *out = part[0];\n"
                                      "}\n",
                                      "--grid 1 --block 4");
  INFO(result.output);
  CHECK(result.status == 11);
  CHECK(contains(result.output, "FIX  threads of the block run this line in turns of a loop"));
  CHECK_FALSE(contains(result.output, "cuda::atomic_ref"));
}

TEST_CASE("cuda fixes: no barrier is put into turns that threads do not share",
          "[cli][cuda][fixes]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const CommandResult result = report(folder,
                                      "__global__ void climb(int* out) {\n"
                                      "  __shared__ int steps;\n"
                                      "  if (threadIdx.x == 0) steps = 0;\n"
                                      "  __syncthreads();\n"
                                      "  for (int i = 0; i <= threadIdx.x; ++i) {\n"
                                      "    atomicAdd(&steps, 1); __syncthreads();\n"
                                      "  }\n"
                                      "  if (threadIdx.x == 0) *out = steps;\n"
                                      "}\n",
                                      "--grid 1 --block 2");
  INFO(result.output);
  CHECK(result.status == 10);
  CHECK(contains(result.output, "barrier divergence"));
  CHECK_FALSE(contains(result.output, "+ __syncthreads()"));
}

TEST_CASE("cuda fixes: who announces itself and then looks needs a fence between the two",
          "[cli][cuda][fixes]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const CommandResult dekker = report(folder,
                                      "__device__ volatile int here, there;\n"
                                      "__global__ void enter(int* count) {\n"
                                      "  if (blockIdx.x == 0) {\n"
                                      "    here = 1;\n"
                                      "    if (there == 0) *count += 1;\n"
                                      "  } else {\n"
                                      "    there = 1;\n"
                                      "    if (here == 0) *count += 1;\n"
                                      "  }\n"
                                      "}\n",
                                      "--grid 2 --block 1");
  INFO(dekker.output);
  CHECK(dekker.status == 11);
  CHECK(contains(dekker.output, "FIX  both are needed, proved by exploring it"));
  CHECK(contains(dekker.output, "k.cu:4  + __threadfence();  after  here = 1;"));
  CHECK(contains(dekker.output, "k.cu:7  + __threadfence();  after  there = 1;"));
  const CommandResult peterson = report(folder,
                                        "__device__ volatile int wants[2], turn;\n"
                                        "__global__ void enter(int* count) {\n"
                                        "  int me = blockIdx.x;\n"
                                        "  wants[me] = 1;\n"
                                        "  turn = 1 - me;\n"
                                        "  while (wants[1 - me] && turn == 1 - me) {}\n"
                                        "  __threadfence();\n"
                                        "  *count += 1;\n"
                                        "  __threadfence();\n"
                                        "  wants[me] = 0;\n"
                                        "}\n",
                                        "--grid 2 --block 1");
  INFO(peterson.output);
  CHECK(peterson.status == 11);
  // What it says may also overtake whose turn it is.
  CHECK(contains(peterson.output, "FIX  both are needed, proved by exploring it"));
  CHECK(contains(peterson.output, "k.cu:4  + __threadfence();  after  wants[me] = 1;"));
  CHECK(contains(peterson.output, "k.cu:5  + __threadfence();  after  turn = 1 - me;"));
}

TEST_CASE("cuda fixes: a change beside several accesses of a line says so", "[cli][cuda][fixes]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const CommandResult result = report(folder,
                                      "__device__ volatile int wants[2], turn;\n"
                                      "__global__ void enter(int* count) {\n"
                                      "  int me = blockIdx.x;\n"
                                      "  wants[me] = 1; turn = 1 - me;\n"
                                      "  while (wants[1 - me] && turn == 1 - me) {}\n"
                                      "  __threadfence();\n"
                                      "  *count += 1;\n"
                                      "  __threadfence();\n"
                                      "  wants[me] = 0;\n"
                                      "}\n",
                                      "--grid 2 --block 1");
  INFO(result.output);
  CHECK(contains(result.output, "k.cu:4  + __threadfence();  // after each access  inside  wants"));
}

TEST_CASE("cuda fixes: what is not proved reaches all blocks that run the line",
          "[cli][cuda][fixes]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  // Two threads of a block race first, those of two blocks as well.
  const CommandResult result = report(folder,
                                      "__device__ int held, total;\n"
                                      "__global__ void add() {\n"
                                      "  for (bool done = false; !done;) {\n"
                                      "    if (atomicCAS(&held, 0, 1) == 0) {\n"
                                      "      __threadfence();\n"
                                      "      ++total;\n"
                                      "      atomicExch(&held, 0);\n"
                                      "      done = true;\n"
                                      "    }\n"
                                      "  }\n"
                                      "}\n",
                                      "--grid 2 --block 2 --max-states 5000");
  INFO(result.output);
  CHECK(result.status == 11);
  CHECK(contains(result.output, "k.cu:7  + __threadfence();  before  atomicExch(&held, 0);"));
  // Who has the lock would wait there for who spins for it, which was not asked of the kernel.
  CHECK_FALSE(contains(result.output, "__syncthreads()"));
}

TEST_CASE("cuda fixes: addresses of structures are those of no member", "[cli][cuda]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const CommandResult result = report(folder,
                                      "struct Node { int value; int* slot; Node* next; };\n"
                                      "__global__ void push(Node* nodes, Node** top) {\n"
                                      "  Node* const mine = nodes + blockIdx.x;\n"
                                      "  mine->value = 7;\n"
                                      "  mine->next = nodes + 1;\n"
                                      "  *top = mine;\n"
                                      "}\n",
                                      "--grid 2 --block 1");
  INFO(result.output);
  CHECK(contains(result.output, "top: &nodes[0], &nodes[1]"));
  CHECK(contains(result.output, "nodes[0].next: &nodes[1]"));
}

}  // namespace opexplore::testing
