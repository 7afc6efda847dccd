// A block writes data and a flag; another acquires the flag and loads the data by a bulk copy.
// Wrong: the flag orders the generic proxy, and the copy reads through the async proxy
// (9.7.10.28.2).
#include <cuda/atomic>
#include <cuda/ptx>
namespace ptx = cuda::ptx;

__device__ int ready;

__global__ void fetch(int* data, int* out) {
  __shared__ alignas(16) int tile[4];
  __shared__ uint64_t full;
  cuda::atomic_ref<int, cuda::thread_scope_device> flag(ready);
  if (blockIdx.x == 0) {
    data[0] = 42;
    flag.store(1, cuda::memory_order_release);
  } else {
    ptx::mbarrier_init(&full, 1);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full,
                                   sizeof(tile));
    while (flag.load(cuda::memory_order_acquire) == 0) {}
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, data, sizeof(tile), &full);
    while (!ptx::mbarrier_try_wait_parity(&full, 0)) {}
    *out = tile[0];
  }
}
