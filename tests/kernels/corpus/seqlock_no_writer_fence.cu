// The sequence lock of seqlock_atomic.cu without the fence behind the odd number.
// Expected: the first half may be seen before the odd number, so 1 and 0 are possible.
#include <cuda/atomic>

template <class T>
using Shared = cuda::atomic_ref<T, cuda::thread_scope_device>;

__global__ void seqlock(unsigned* sequence, int* a, int* b, int* out) {
  Shared<unsigned> version(*sequence);
  if (blockIdx.x == 0) {
    version.store(1, cuda::memory_order_relaxed);
    Shared<int>(*a).store(1, cuda::memory_order_relaxed);
    Shared<int>(*b).store(1, cuda::memory_order_relaxed);
    version.store(2, cuda::memory_order_release);
  } else {
    unsigned before = version.load(cuda::memory_order_acquire);
    int x = Shared<int>(*a).load(cuda::memory_order_relaxed);
    int y = Shared<int>(*b).load(cuda::memory_order_relaxed);
    cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
    unsigned after = version.load(cuda::memory_order_relaxed);
    if (before == after && before % 2 == 0) {
      out[0] = x;
      out[1] = y;
    }
  }
}
