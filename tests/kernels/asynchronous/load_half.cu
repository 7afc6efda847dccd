// A tile is loaded for two threads.
// Wrong: half of its bytes are expected. The copy counts all of them at once (9.7.9.25.4.1), so that
// the count goes from there to below zero, and the phase never completes.
#include <cuda/ptx>
namespace ptx = cuda::ptx;

__global__ void load(const int* in, int* out) {
  __shared__ alignas(16) int tile[4];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) ptx::mbarrier_init(&full, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full,
                                   sizeof(tile) / 2);
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, in, sizeof(tile), &full);
  }
  while (!ptx::mbarrier_try_wait_parity(&full, 0)) {}
  out[threadIdx.x] = tile[threadIdx.x];
}
