// One tile is stored, filled again, and stored.
// Right: no group is left behind the wait. That the source has been read is enough.
#include <cuda/ptx>
namespace ptx = cuda::ptx;

__global__ void reuse(int* out) {
  __shared__ alignas(16) int tile[4];
  for (int i = 0; i < 4; ++i) tile[i] = i + 1;
  ptx::fence_proxy_async(ptx::space_shared);
  ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, tile, sizeof(tile));
  ptx::cp_async_bulk_commit_group();
  ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>{});
  for (int i = 0; i < 4; ++i) tile[i] = i + 5;
  ptx::fence_proxy_async(ptx::space_shared);
  ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + 4, tile, sizeof(tile));
  ptx::cp_async_bulk_commit_group();
  ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>{});
}
