// A tile is loaded for two threads.
// Wrong: the producer arrives and expects no bytes, so that the phase may be complete before the
// copy is (9.7.15.16.8). If the copy is faster its bytes are never expected, and the phase does not
// complete at all.
#include <cuda/ptx>
namespace ptx = cuda::ptx;

__global__ void load(const int* in, int* out) {
  __shared__ alignas(16) int tile[4];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) ptx::mbarrier_init(&full, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, in, sizeof(tile), &full);
    ptx::mbarrier_arrive(&full);
  }
  while (!ptx::mbarrier_try_wait_parity(&full, 0)) {}
  out[threadIdx.x] = tile[threadIdx.x];
}
