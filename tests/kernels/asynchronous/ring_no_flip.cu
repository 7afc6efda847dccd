// A producer fills a stage by bulk copies, and a consumer gives it back empty.
// Wrong: the producer waits for the phase before the first in each round, so it never waits. It
// arrives for the next phase while this one is pending, which is undefined (9.7.15.16.8), or
// overwrites what is being read.
#include <cuda/ptx>
namespace ptx = cuda::ptx;

__global__ void ring(const int* in, int* out) {
  __shared__ alignas(16) int stage[4];
  __shared__ uint64_t full, empty;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::mbarrier_init(&empty, 1);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int round = 0; round < 2; ++round) {
      while (!ptx::mbarrier_try_wait_parity(&empty, 1)) {}
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full,
                                     sizeof(stage));
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, stage, in + 4 * round,
                         sizeof(stage), &full);
    }
  } else {
    for (int round = 0; round < 2; ++round) {
      while (!ptx::mbarrier_try_wait_parity(&full, round & 1)) {}
      out[round] = stage[0];
      ptx::fence_proxy_async(ptx::space_shared);
      ptx::mbarrier_arrive(&empty);
    }
  }
}
