// Two blocks exchange values behind a barrier of the block.
// Expected: it does not wait for the other block: 0 or 2, 0 or 1.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void swap(int* x, int* out) {
  x[blockIdx.x] = blockIdx.x + 1;
  cg::this_thread_block().sync();
  out[blockIdx.x] = x[1 - blockIdx.x];
}
