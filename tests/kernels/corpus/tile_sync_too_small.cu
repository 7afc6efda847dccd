// The threads of tile_sync.cu in two tiles of two.
// Expected: threads 1 and 3 read what the other tile writes, in a race: 0 or 3, 0 or 1.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void rotate(int* out) {
  __shared__ int s[4];
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<2>(block);
  s[threadIdx.x] = threadIdx.x + 1;
  tile.sync();
  out[threadIdx.x] = s[(threadIdx.x + 1) % 4];
}
