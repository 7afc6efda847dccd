// Two blocks store, two others look which store came first.
// Expected: never do the observers contradict each other.
#include <cuda/atomic>

template <class T>
using Shared = cuda::atomic_ref<T, cuda::thread_scope_device>;

__global__ void observe(int* x, int* y, int* out) {
  if (blockIdx.x == 0) {
    Shared<int>(*x).store(1, cuda::memory_order_seq_cst);
  } else if (blockIdx.x == 1) {
    Shared<int>(*y).store(1, cuda::memory_order_seq_cst);
  } else {
    Shared<int> first(blockIdx.x == 2 ? *x : *y);
    Shared<int> second(blockIdx.x == 2 ? *y : *x);
    int saw = first.load(cuda::memory_order_seq_cst);
    int missed = second.load(cuda::memory_order_seq_cst);
    out[blockIdx.x - 2] = saw == 1 && missed == 0;
  }
}
