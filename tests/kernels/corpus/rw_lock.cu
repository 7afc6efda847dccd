// A lock for readers, counted in state, or one writer, -1. Block 0 reads, block 1 writes.
// Expected: the reader sees 0 or 42, and nothing races.
#include <cuda/atomic>

template <class T>
using Shared = cuda::atomic_ref<T, cuda::thread_scope_device>;

__global__ void share(int* state, int* data, int* out) {
  Shared<int> lock(*state);
  if (blockIdx.x == 0) {
    int readers = lock.load(cuda::memory_order_relaxed);
    while (readers < 0 || !lock.compare_exchange_weak(readers, readers + 1,
                                                      cuda::memory_order_acquire,
                                                      cuda::memory_order_relaxed)) {
      readers = lock.load(cuda::memory_order_relaxed);
    }
    *out = *data;
    lock.fetch_sub(1, cuda::memory_order_release);
  } else {
    int nobody = 0;
    while (!lock.compare_exchange_weak(nobody, -1, cuda::memory_order_acquire,
                                       cuda::memory_order_relaxed)) {
      nobody = 0;
    }
    *data = 42;
    lock.store(0, cuda::memory_order_release);
  }
}
