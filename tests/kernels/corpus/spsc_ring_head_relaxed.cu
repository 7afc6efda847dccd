// The ring of spsc_ring.cu; the consumer gives the place back relaxed, for it wrote nothing.
// Expected: the third item races with the reading of the first, which may see it: 3, 2, 3.
#include <cuda/atomic>

template <class T>
using Shared = cuda::atomic_ref<T, cuda::thread_scope_device>;

__global__ void ring(int* buffer, unsigned* head, unsigned* tail, int* out) {
  Shared<unsigned> taken(*head);
  Shared<unsigned> given(*tail);
  if (blockIdx.x == 0) {
    for (int item = 1; item <= 3; ++item) {
      unsigned at = given.load(cuda::memory_order_relaxed);
      while (at - taken.load(cuda::memory_order_acquire) == 2) {}
      buffer[at % 2] = item;
      given.store(at + 1, cuda::memory_order_release);
    }
  } else {
    for (int i = 0; i < 3; ++i) {
      unsigned at = taken.load(cuda::memory_order_relaxed);
      while (given.load(cuda::memory_order_acquire) == at) {}
      out[i] = buffer[at % 2];
      taken.store(at + 1, cuda::memory_order_relaxed);
    }
  }
}
