// A tile is written by all threads and stored as the second row of a tensor, to whose map the
// kernel is given a pointer.
// Wrong: the copy reads the tile through the async proxy, for which __syncthreads() alone does not
// order the writes of the threads (9.7.10.28.2). It may store what was there before.
#include <cuda.h>
#include <cuda/ptx>
namespace ptx = cuda::ptx;

__global__ void store(const CUtensorMap* map) {
  __shared__ alignas(128) int tile[4];
  tile[threadIdx.x] = threadIdx.x + 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    const int32_t at[2] = {0, 1};
    ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, map, at, tile);
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>{});
  }
}
