// A producer writes a header and loads a tile; a consumer waits for the tile and reads both.
// Wrong: it is the consumer that arrives and expects the bytes. The completion of the copy tells of
// the copy, and not of what its thread did before (8.9.1.1).
#include <cuda/ptx>
namespace ptx = cuda::ptx;

__global__ void carry(const int* in, int* out) {
  __shared__ alignas(16) int tile[4];
  __shared__ int header;
  __shared__ uint64_t full;
  if (threadIdx.x == 0) ptx::mbarrier_init(&full, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    header = in[3];
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, in, sizeof(tile), &full);
  } else {
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full,
                                   sizeof(tile));
    while (!ptx::mbarrier_try_wait_parity(&full, 0)) {}
    out[0] = tile[0];
    out[1] = header;
  }
}
