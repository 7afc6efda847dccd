// libcu++ without optimisation (-Xcicc -O0): each operation is a chain of calls, with the memory
// order as an argument.
#include <cuda/atomic>

extern "C" __global__ void handoff(int* data, int* flag, int* out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
  if (blockIdx.x == 0) {
    *data = 42;
    ready.store(1, cuda::memory_order_release);
  } else {
    while (ready.load(cuda::memory_order_acquire) == 0) {
    }
    out[0] = *data;
  }
}
