// A tile of four adds up by cooperative groups.
// Expected: 10.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

__global__ void sum(int* out) {
  auto tile = cg::tiled_partition<4>(cg::this_thread_block());
  int all = cg::reduce(tile, (int)threadIdx.x + 1, cg::plus<int>());
  if (tile.thread_rank() == 0) *out = all;
}
