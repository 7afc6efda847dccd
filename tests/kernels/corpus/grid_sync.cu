// A barrier of the grid by cooperative groups.
// Expected: 2 and 1.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void swap(int* x, int* out) {
  x[blockIdx.x] = blockIdx.x + 1;
  cg::this_grid().sync();
  out[blockIdx.x] = x[1 - blockIdx.x];
}
