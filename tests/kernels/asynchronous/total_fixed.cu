// One block adds a tile to sums, and another adds to one of them.
// Right: both add by bulk reductions.
#include <cuda/ptx>
namespace ptx = cuda::ptx;

__global__ void total(uint64_t* sums) {
  __shared__ alignas(16) uint64_t tile[2];
  for (int i = 0; i < 2; ++i) tile[i] = blockIdx.x == 0 ? 1 : i == 0 ? 10 : 0;
  ptx::fence_proxy_async(ptx::space_shared);
  ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, sums, tile,
                            sizeof(tile));
  ptx::cp_async_bulk_commit_group();
  ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>{});
}
