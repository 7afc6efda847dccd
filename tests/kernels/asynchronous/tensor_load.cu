// A box of a tensor, which the host describes, is loaded for two threads.
// Wrong: one thread waits for it, and the other one does not, so that it may read what was in the
// tile before (9.7.9.25.4.1).
#include <cuda.h>
#include <cuda/ptx>
namespace ptx = cuda::ptx;

__global__ void load(const __grid_constant__ CUtensorMap map, int* out) {
  __shared__ alignas(128) int tile[2][4];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) ptx::mbarrier_init(&full, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    const int32_t at[2] = {0, 1};
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full,
                                   sizeof(tile));
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, tile, &map, at, &full);
    while (!ptx::mbarrier_try_wait_parity(&full, 0)) {}
  }
  out[threadIdx.x] = tile[1][threadIdx.x];
}
