// A tile is loaded twice, with an mbarrier that is made anew.
// Right: it is made invalid first.
#include <cuda/ptx>
namespace ptx = cuda::ptx;

__global__ void again(const int* in, int* out) {
  __shared__ alignas(16) int tile[4];
  __shared__ uint64_t full;
  for (int round = 0; round < 2; ++round) {
    ptx::mbarrier_init(&full, 1);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full,
                                   sizeof(tile));
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, in + 4 * round, sizeof(tile),
                       &full);
    while (!ptx::mbarrier_try_wait_parity(&full, 0)) {}
    out[round] = tile[0];
    ptx::fence_proxy_async(ptx::space_shared);
    asm volatile("mbarrier.inval.shared::cta.b64 [%0];"
                 :
                 : "r"(static_cast<unsigned>(__cvta_generic_to_shared(&full)))
                 : "memory");
  }
}
