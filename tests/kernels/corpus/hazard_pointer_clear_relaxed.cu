// The hazard pointer of hazard_pointer.cu, taken back relaxed.
// Expected: the read of the object races with a reuse behind it, and may see it: 99.
#include <cuda/atomic>

template <class T>
using Shared = cuda::atomic_ref<T, cuda::thread_scope_device>;

__device__ int pool[2] = {1, 2};
__device__ int* head;
__device__ int* hazard;

__global__ void prepare() { head = &pool[0]; }

__global__ void replace(int* out) {
  if (blockIdx.x == 0) {
    int* found = Shared<int*>(head).load(cuda::memory_order_relaxed);
    Shared<int*>(hazard).store(found, cuda::memory_order_relaxed);
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
    if (Shared<int*>(head).load(cuda::memory_order_acquire) == found) *out = *found;
    Shared<int*>(hazard).store(nullptr, cuda::memory_order_relaxed);
  } else {
    Shared<int*>(head).store(&pool[1], cuda::memory_order_release);
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
    if (Shared<int*>(hazard).load(cuda::memory_order_acquire) != &pool[0]) pool[0] = 99;
  }
}
