// A tile is loaded for two threads.
// Wrong: __syncthreads() waits for threads, and a copy is none (8.9.1.1).
#include <cuda/ptx>
namespace ptx = cuda::ptx;

__global__ void load(const int* in, int* out) {
  __shared__ alignas(16) int tile[4];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) ptx::mbarrier_init(&full, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, in, sizeof(tile), &full);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full,
                                   sizeof(tile));
  }
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];
}
