// Each block raises a flag and goes in if the other's is down, all sequentially consistent.
// Expected: at most one goes in, 0 or 1. nvcc makes a fence.sc before each access.
#include <cuda/atomic>

template <class T>
using Shared = cuda::atomic_ref<T, cuda::thread_scope_device>;

__global__ void dekker(int* wants, int* counter) {
  Shared<int> mine(wants[blockIdx.x]);
  Shared<int> others(wants[1 - blockIdx.x]);
  mine.store(1, cuda::memory_order_seq_cst);
  if (others.load(cuda::memory_order_seq_cst) == 0) *counter += 1;
}
