// A tile is loaded, read by another thread, and loaded again.
// Right: the thread fences its read in front of the barrier. What the copy wrote needs no fence:
// its completion has one (9.7.10.28.2).
#include <cuda/ptx>
namespace ptx = cuda::ptx;

__global__ void refill(const int* in, int* out) {
  __shared__ alignas(16) int tile[4];
  __shared__ uint64_t full;
  const unsigned t = threadIdx.x;
  if (t == 0) ptx::mbarrier_init(&full, 1);
  __syncthreads();
  for (int round = 0; round < 2; ++round) {
    if (t == 0) {
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full,
                                     sizeof(tile));
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, in + 4 * round,
                         sizeof(tile), &full);
    }
    while (!ptx::mbarrier_try_wait_parity(&full, round)) {}
    if (t == 1) {
      out[round] = tile[0];
      ptx::fence_proxy_async(ptx::space_shared);
    }
    __syncthreads();
  }
}
