// A stack of two nodes, 1 on 2, as indices. Block 0 takes two, block 1 takes two and puts its first
// back.
// Expected: all are atomics, nothing races. But block 0 may see 1 on top, and swap it for 2
// although 2 is taken and 1 only came back. Then both have 2.
#include <cuda/atomic>

template <class T>
using Shared = cuda::atomic_ref<T, cuda::thread_scope_device>;

__device__ unsigned head = 1;
__device__ unsigned next[3] = {0, 2, 0};

__device__ unsigned pop() {
  unsigned top = Shared<unsigned>(head).load(cuda::memory_order_acquire);
  while (top != 0) {
    unsigned below = Shared<unsigned>(next[top]).load(cuda::memory_order_relaxed);
    if (Shared<unsigned>(head).compare_exchange_strong(top, below, cuda::memory_order_acq_rel)) {
      break;
    }
  }
  return top;
}

__device__ void push(unsigned node) {
  unsigned top = Shared<unsigned>(head).load(cuda::memory_order_relaxed);
  do {
    Shared<unsigned>(next[node]).store(top, cuda::memory_order_relaxed);
  } while (!Shared<unsigned>(head).compare_exchange_strong(top, node, cuda::memory_order_acq_rel));
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
