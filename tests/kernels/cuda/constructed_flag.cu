// A flag that a kernel of its own constructs, with 7, and that a block waits to see changed. With
// `--setup init` it is right: 42. Without, the flag is 0 at the start, block 1 does not wait, and
// lines 16 and 20 race: 0 or 42.
#include <cuda/atomic>

#include <new>

using Flag = cuda::atomic<int, cuda::thread_scope_device>;

__global__ void init(Flag* flag) {
  new (flag) Flag(7);
}

__global__ void handoff(Flag* flag, int* data, int* out) {
  if (blockIdx.x == 0) {
    *data = 42;
    flag->store(8, cuda::memory_order_release);
  } else {
    while (flag->load(cuda::memory_order_acquire) == 7) {}
    *out = *data;
  }
}
