// Two tiles are loaded, and one mbarrier tells of both.
// Wrong: at the end of the input there is one tile only, and the bytes of two are expected. The
// phase never completes (9.7.15.16.8).
#include <cuda/ptx>
namespace ptx = cuda::ptx;

__global__ void two_tiles(const int* in, int n, int* out) {
  __shared__ alignas(16) int a[4];
  __shared__ alignas(16) int b[4];
  __shared__ uint64_t full;
  ptx::mbarrier_init(&full, 1);
  ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full,
                                 sizeof(a) + sizeof(b));
  ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, a, in, sizeof(a), &full);
  if (n > 1)
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, b, in + 4, sizeof(b), &full);
  while (!ptx::mbarrier_try_wait_parity(&full, 0)) {}
  out[0] = a[0];
  out[1] = b[0];
}
