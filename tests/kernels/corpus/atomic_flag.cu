// A lock of an atomic_flag.
// Expected: 2.
#include <cuda/std/atomic>

__device__ cuda::std::atomic_flag busy;

__global__ void count(int* counter) {
  while (busy.test_and_set(cuda::std::memory_order_acquire)) {}
  *counter += 1;
  busy.clear(cuda::std::memory_order_release);
}
