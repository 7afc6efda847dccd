// What a bulk copy stored is read again by the thread that issued it.
// Wrong: .read waits until the tile has been read, and not until the log has been written
// (9.7.10.28.3, cp.async.bulk.wait_group).
#include <cuda/ptx>
namespace ptx = cuda::ptx;

__global__ void read_back(int* log, int* out) {
  __shared__ alignas(16) int tile[4];
  for (int i = 0; i < 4; ++i) tile[i] = i + 1;
  ptx::fence_proxy_async(ptx::space_shared);
  ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, log, tile, sizeof(tile));
  ptx::cp_async_bulk_commit_group();
  ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>{});
  *out = log[3];
}
