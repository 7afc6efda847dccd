// Release and acquire of block scope, between two blocks. The accesses of the flag are not morally
// strong, as neither scope takes in the other's thread: they race (lines 11 and 13), and so do
// those of the data (lines 10 and 14); 0 or 42. In one block it is right, 42.
#include <cuda/atomic>

using Flag = cuda::atomic<int, cuda::thread_scope_block>;

__global__ void handoff(int* data, Flag* flag, int* out) {
  if (blockIdx.x * blockDim.x + threadIdx.x == 0) {
    *data = 42;
    flag->store(1, cuda::memory_order_release);
  } else {
    while (flag->load(cuda::memory_order_acquire) == 0) {}
    *out = *data;
  }
}
