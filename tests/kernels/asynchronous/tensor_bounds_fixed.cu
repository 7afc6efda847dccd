// The last box of a tensor with an odd number of rows: one row of it is inside.
// Right: the bytes of the whole box are expected. What is outside of the tensor is written as
// zeros.
#include <cuda.h>
#include <cuda/ptx>
namespace ptx = cuda::ptx;

__global__ void load(const __grid_constant__ CUtensorMap map, int* out) {
  __shared__ alignas(128) int tile[2][4];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
    tile[1][0] = 7;
    ptx::fence_proxy_async(ptx::space_shared);
    const int32_t at[2] = {0, 2};
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full,
                                   sizeof(tile));
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, tile, &map, at, &full);
    while (!ptx::mbarrier_try_wait_parity(&full, 0)) {}
    out[0] = tile[0][0];
    out[1] = tile[1][0];
  }
}
