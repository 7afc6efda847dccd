// The chain of chain.cu; the block in the middle passes on relaxed, for it wrote no data itself.
// Expected: the data race with the reader, 0 or 42.
#include <cuda/atomic>

template <class T>
using Shared = cuda::atomic_ref<T, cuda::thread_scope_device>;

__global__ void chain(int* data, int* first, int* second, int* out) {
  if (blockIdx.x == 0) {
    *data = 42;
    Shared<int>(*first).store(1, cuda::memory_order_release);
  } else if (blockIdx.x == 1) {
    while (Shared<int>(*first).load(cuda::memory_order_acquire) == 0) {}
    Shared<int>(*second).store(1, cuda::memory_order_relaxed);
  } else {
    while (Shared<int>(*second).load(cuda::memory_order_acquire) == 0) {}
    *out = *data;
  }
}
