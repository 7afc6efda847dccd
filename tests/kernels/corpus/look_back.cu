// A scan whose blocks wait for the sum of the block before; value and status are two words.
// Expected: 0, 1, 3.
#include <cuda/atomic>

template <class T>
using Shared = cuda::atomic_ref<T, cuda::thread_scope_device>;

__global__ void scan(int* sum, int* status, int* out) {
  int before = 0;
  if (blockIdx.x > 0) {
    while (Shared<int>(status[blockIdx.x - 1]).load(cuda::memory_order_acquire) == 0) {}
    before = sum[blockIdx.x - 1];
  }
  sum[blockIdx.x] = before + blockIdx.x + 1;
  Shared<int>(status[blockIdx.x]).store(1, cuda::memory_order_release);
  out[blockIdx.x] = before;
}
