// The flags of dekker_seq_cst.cu with release and acquire.
// Expected: both may see the other's flag down, and the counts race: 0, 1 or 2.
#include <cuda/atomic>

template <class T>
using Shared = cuda::atomic_ref<T, cuda::thread_scope_device>;

__global__ void dekker(int* wants, int* counter) {
  Shared<int> mine(wants[blockIdx.x]);
  Shared<int> others(wants[1 - blockIdx.x]);
  mine.store(1, cuda::memory_order_release);
  if (others.load(cuda::memory_order_acquire) == 0) *counter += 1;
}
