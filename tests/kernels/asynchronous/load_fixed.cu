// A tile is loaded for two threads.
// Right: the arrival expects the bytes. That the copy comes first does no harm: the count of bytes
// is below zero until then, and the phase waits for the arrival.
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
  while (!ptx::mbarrier_try_wait_parity(&full, 0)) {}
  out[threadIdx.x] = tile[threadIdx.x];
}
