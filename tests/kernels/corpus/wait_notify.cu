// A block waits with wait until a flag has changed.
// Expected: 42.
#include <cuda/atomic>

template <class T>
using Shared = cuda::atomic_ref<T, cuda::thread_scope_device>;

__global__ void handoff(int* data, int* flag, int* out) {
  Shared<int> ready(*flag);
  if (blockIdx.x == 0) {
    *data = 42;
    ready.store(1, cuda::memory_order_release);
    ready.notify_all();
  } else {
    ready.wait(0, cuda::memory_order_acquire);
    *out = *data;
  }
}
