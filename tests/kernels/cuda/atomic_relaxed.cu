// A message with a relaxed cuda::atomic flag. Relaxed orders nothing: lines 8 and 12 race; 0 or 42.
#include <cuda/atomic>

using Flag = cuda::atomic<int, cuda::thread_scope_device>;

__global__ void handoff(int* data, Flag* flag, int* out) {
  if (blockIdx.x == 0) {
    *data = 42;
    flag->store(1, cuda::memory_order_relaxed);
  } else {
    while (flag->load(cuda::memory_order_relaxed) == 0) {}
    *out = *data;
  }
}
