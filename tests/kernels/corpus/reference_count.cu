// Two owners read an object, and the last one destroys it.
// Expected: both read 42.
#include <cuda/atomic>

template <class T>
using Shared = cuda::atomic_ref<T, cuda::thread_scope_device>;

__global__ void drop(int* object, int* owners, int* out) {
  out[blockIdx.x] = *object;
  if (Shared<int>(*owners).fetch_sub(1, cuda::memory_order_acq_rel) == 1) {
    *object = -1;
  }
}
