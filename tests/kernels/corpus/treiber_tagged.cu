// The stack of treiber_aba.cu; the top is one word of an index and of a tag that counts the
// changes.
// Expected: a swap fails if anything has changed. Nobody has 2 while another has it.
#include <cuda/atomic>

template <class T>
using Shared = cuda::atomic_ref<T, cuda::thread_scope_device>;

using Tagged = unsigned long long;

__device__ Tagged head = 1;
__device__ unsigned next[3] = {0, 2, 0};

__device__ Tagged changed(Tagged top, unsigned node) {
  return ((top >> 32) + 1) << 32 | node;
}

__device__ unsigned pop() {
  Tagged top = Shared<Tagged>(head).load(cuda::memory_order_acquire);
  while ((unsigned)top != 0) {
    unsigned below = Shared<unsigned>(next[(unsigned)top]).load(cuda::memory_order_relaxed);
    if (Shared<Tagged>(head).compare_exchange_strong(top, changed(top, below),
                                                     cuda::memory_order_acq_rel)) {
      break;
    }
  }
  return (unsigned)top;
}

__device__ void push(unsigned node) {
  Tagged top = Shared<Tagged>(head).load(cuda::memory_order_relaxed);
  do {
    Shared<unsigned>(next[node]).store((unsigned)top, cuda::memory_order_relaxed);
  } while (!Shared<Tagged>(head).compare_exchange_strong(top, changed(top, node),
                                                         cuda::memory_order_acq_rel));
}

__global__ void stack(int* out) {
  if (blockIdx.x == 0) {
    out[0] = pop();
    out[1] = pop();
  } else {
    unsigned first = pop();
    out[2] = pop();
    if (first != 0) push(first);
  }
}
