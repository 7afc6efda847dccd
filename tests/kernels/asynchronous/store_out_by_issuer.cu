// A tile is written by all threads and stored by one bulk copy.
// Right: a proxy fence may stand anywhere on the way from the writes to the copy, as a fence
// between aliases may (8.9.5); so one by the thread that copies is enough.
#include <cuda/ptx>
namespace ptx = cuda::ptx;

__global__ void store_out(int* out) {
  __shared__ alignas(16) int tile[4];
  tile[threadIdx.x] = threadIdx.x + 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::fence_proxy_async(ptx::space_shared);
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, tile, sizeof(tile));
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>{});
  }
}
