// The count of reference_count.cu, relaxed.
// Expected: the object's end races with the other's read, which may see it: -1 or 42.
#include <cuda/atomic>

template <class T>
using Shared = cuda::atomic_ref<T, cuda::thread_scope_device>;

__global__ void drop(int* object, int* owners, int* out) {
  out[blockIdx.x] = *object;
  if (Shared<int>(*owners).fetch_sub(1, cuda::memory_order_relaxed) == 1) {
    *object = -1;
  }
}
