// Two blocks add tiles to the same elements of a tensor of one dimension.
// Wrong: each stores its tile, and nothing orders the two copies.
#include <cuda.h>
#include <cuda/ptx>
namespace ptx = cuda::ptx;

__global__ void sum(const __grid_constant__ CUtensorMap map) {
  __shared__ alignas(128) uint64_t tile[2];
  for (int i = 0; i < 2; ++i) tile[i] = blockIdx.x == 0 ? 1 : 10;
  ptx::fence_proxy_async(ptx::space_shared);
  const int32_t at[1] = {0};
  ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &map, at, tile);
  ptx::cp_async_bulk_commit_group();
  ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>{});
}
