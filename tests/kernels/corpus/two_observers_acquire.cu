// The observers of two_observers_seq_cst.cu with release and acquire.
// Expected: stores are not seen by all in one order, so both may see the other order: 1 and 1.
#include <cuda/atomic>

template <class T>
using Shared = cuda::atomic_ref<T, cuda::thread_scope_device>;

__global__ void observe(int* x, int* y, int* out) {
  if (blockIdx.x == 0) {
    Shared<int>(*x).store(1, cuda::memory_order_release);
  } else if (blockIdx.x == 1) {
    Shared<int>(*y).store(1, cuda::memory_order_release);
  } else {
    Shared<int> first(blockIdx.x == 2 ? *x : *y);
    Shared<int> second(blockIdx.x == 2 ? *y : *x);
    int saw = first.load(cuda::memory_order_acquire);
    int missed = second.load(cuda::memory_order_acquire);
    out[blockIdx.x - 2] = saw == 1 && missed == 0;
  }
}
