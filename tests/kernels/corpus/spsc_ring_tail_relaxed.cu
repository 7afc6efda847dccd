// The ring of spsc_ring.cu; the producer publishes relaxed.
// Expected: items race with their readers. An item may be the one before it, or the initial 0; but
// not a later one, for the consumer releases.
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
      given.store(at + 1, cuda::memory_order_relaxed);
    }
  } else {
    for (int i = 0; i < 3; ++i) {
      unsigned at = taken.load(cuda::memory_order_relaxed);
      while (given.load(cuda::memory_order_acquire) == at) {}
      out[i] = buffer[at % 2];
      taken.store(at + 1, cuda::memory_order_release);
    }
  }
}
