// A message with a cuda::atomic flag: the store releases, the load acquires, and the scope takes in
// both blocks. No race, and out is 42.
#include <cuda/atomic>

using Flag = cuda::atomic<int, cuda::thread_scope_device>;

__global__ void handoff(int* data, Flag* flag, int* out) {
  if (blockIdx.x == 0) {
    *data = 42;
    flag->store(1, cuda::memory_order_release);
  } else {
    while (flag->load(cuda::memory_order_acquire) == 0) {}
    *out = *data;
  }
}
