// The lock of atomic_flag.cu, taken relaxed.
// Expected: the count races with itself: 1 or 2.
#include <cuda/std/atomic>

__device__ cuda::std::atomic_flag busy;

__global__ void count(int* counter) {
  while (busy.test_and_set(cuda::std::memory_order_relaxed)) {}
  *counter += 1;
  busy.clear(cuda::std::memory_order_release);
}
