// The deque of chase_lev.cu with fences that only acquire and release.
// Expected: the owner may miss both thefts, and the thief the lowered bottom. Both have item 2.
#include <cuda/atomic>

template <class T>
using Shared = cuda::atomic_ref<T, cuda::thread_scope_device>;

__device__ int buffer[2];
__device__ int top;
__device__ int bottom;

__device__ int take() {
  int last = Shared<int>(bottom).load(cuda::memory_order_relaxed) - 1;
  Shared<int>(bottom).store(last, cuda::memory_order_relaxed);
  cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device);
  int first = Shared<int>(top).load(cuda::memory_order_relaxed);
  if (first < last) return Shared<int>(buffer[last]).load(cuda::memory_order_relaxed);
  int item = 0;
  if (first == last &&
      Shared<int>(top).compare_exchange_strong(first, first + 1, cuda::memory_order_seq_cst)) {
    item = Shared<int>(buffer[last]).load(cuda::memory_order_relaxed);
  }
  Shared<int>(bottom).store(last + 1, cuda::memory_order_relaxed);
  return item;
}

__device__ int steal() {
  int first = Shared<int>(top).load(cuda::memory_order_acquire);
  cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device);
  if (first >= Shared<int>(bottom).load(cuda::memory_order_acquire)) return 0;
  int item = Shared<int>(buffer[first]).load(cuda::memory_order_relaxed);
  bool mine =
      Shared<int>(top).compare_exchange_strong(first, first + 1, cuda::memory_order_seq_cst);
  return mine ? item : 0;
}

__global__ void deque(int* out) {
  if (blockIdx.x == 0) {
    buffer[0] = 1;
    buffer[1] = 2;
    Shared<int>(bottom).store(2, cuda::memory_order_release);
    out[0] = take();
  } else {
    out[1] = steal();
    out[2] = steal();
  }
}
