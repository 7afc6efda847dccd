// The epoch of epoch.cu; the reader ends relaxed, for it wrote nothing.
// Expected: the read races with the reuse behind it, and may see it: 1, 2 or 99.
#include <cuda/atomic>

template <class T>
using Shared = cuda::atomic_ref<T, cuda::thread_scope_device>;

__device__ int pool[2] = {1, 2};
__device__ int* head;
__device__ int reading;

__global__ void prepare() { head = &pool[0]; }

__global__ void replace(int* out) {
  if (blockIdx.x == 0) {
    Shared<int>(reading).store(1, cuda::memory_order_relaxed);
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
    *out = *Shared<int*>(head).load(cuda::memory_order_acquire);
    Shared<int>(reading).store(0, cuda::memory_order_relaxed);
  } else {
    Shared<int*>(head).store(&pool[1], cuda::memory_order_release);
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
    while (Shared<int>(reading).load(cuda::memory_order_acquire) != 0) {}
    pool[0] = 99;
  }
}
