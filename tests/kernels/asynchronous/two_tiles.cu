// Two tiles are loaded, and one mbarrier tells of both.
// Wrong: the bytes of one are expected. The copy that comes first completes the phase with all that
// it copies at once (9.7.9.25.4.1), and the other one may still be on its way.
#include <cuda/ptx>
namespace ptx = cuda::ptx;

__global__ void two_tiles(const int* in, int* out) {
  __shared__ alignas(16) int a[4];
  __shared__ alignas(16) int b[4];
  __shared__ uint64_t full;
  ptx::mbarrier_init(&full, 1);
  ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full,
                                 sizeof(a));
  ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, a, in, sizeof(a), &full);
  ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, b, in + 4, sizeof(b), &full);
  while (!ptx::mbarrier_try_wait_parity(&full, 0)) {}
  out[0] = a[0];
  out[1] = b[0];
}
