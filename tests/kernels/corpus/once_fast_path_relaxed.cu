// The initialisation of once.cu with a relaxed first look.
// Expected: who sees at once that it is done reads the object in a race: 0 or 42.
#include <cuda/atomic>

template <class T>
using Shared = cuda::atomic_ref<T, cuda::thread_scope_device>;

__global__ void once(int* state, int* object, int* out) {
  Shared<int> done(*state);
  if (done.load(cuda::memory_order_relaxed) != 2) {
    int nobody = 0;
    if (done.compare_exchange_strong(nobody, 1, cuda::memory_order_relaxed)) {
      *object = 42;
      done.store(2, cuda::memory_order_release);
    } else {
      while (done.load(cuda::memory_order_acquire) != 2) {}
    }
  }
  out[blockIdx.x] = *object;
}
