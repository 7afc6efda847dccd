// A block hands data to another, which reads them by the path for read-only data.
// Right: an ordinary load.
#include <cuda/atomic>

__device__ int ready;

__global__ void cached(int* data, int* out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> flag(ready);
  if (blockIdx.x == 0) {
    *data = 42;
    flag.store(1, cuda::memory_order_release);
  } else {
    while (flag.load(cuda::memory_order_acquire) == 0) {}
    *out = *data;
  }
}
