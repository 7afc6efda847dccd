// A box of a tensor, which the host describes, is loaded.
// Wrong: the tile begins 16 bytes behind a multiple of 128, where tensor copies cannot write (CUDA
// C++ Programming Guide, "Alignment requirements for multi-dimensional bulk tensor asynchronous
// copy operations").
#include <cuda.h>
#include <cuda/ptx>
namespace ptx = cuda::ptx;

__global__ void load(const __grid_constant__ CUtensorMap map, int* out) {
  __shared__ alignas(128) int tile[3][4];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) ptx::mbarrier_init(&full, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    const int32_t at[2] = {0, 1};
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, 32);
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, tile[1], &map, at, &full);
  }
  while (!ptx::mbarrier_try_wait_parity(&full, 0)) {}
  out[threadIdx.x] = tile[2][threadIdx.x];
}
