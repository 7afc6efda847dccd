// Four threads read their neighbour's value behind a barrier of their tile.
// Expected: 2, 3, 4, 1.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void rotate(int* out) {
  __shared__ int s[4];
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<4>(block);
  s[threadIdx.x] = threadIdx.x + 1;
  tile.sync();
  out[threadIdx.x] = s[(threadIdx.x + 1) % 4];
}
