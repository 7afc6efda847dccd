// A tile is written by all threads and stored by one bulk copy.
// Wrong: __threadfence() orders accesses of the generic proxy, and crosses to no other
// (9.7.10.28.2).
#include <cuda/ptx>
namespace ptx = cuda::ptx;

__global__ void store_out(int* out) {
  __shared__ alignas(16) int tile[4];
  tile[threadIdx.x] = threadIdx.x + 1;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, tile, sizeof(tile));
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>{});
  }
}
