// A bounded queue for many producers and consumers, with a turn in each slot. Each block puts one
// in and takes one out.
// Expected: the items are 1 and 2, and no item is taken twice.
#include <cuda/atomic>

template <class T>
using Shared = cuda::atomic_ref<T, cuda::thread_scope_device>;

struct Slot {
  unsigned turn;
  int value;
};

__device__ Slot slots[2] = {{0, 0}, {1, 0}};
__device__ unsigned head;
__device__ unsigned tail;

__device__ void push(int value) {
  unsigned at = Shared<unsigned>(tail).load(cuda::memory_order_relaxed);
  for (;;) {
    unsigned turn = Shared<unsigned>(slots[at % 2].turn).load(cuda::memory_order_acquire);
    if (turn != at) {
      at = Shared<unsigned>(tail).load(cuda::memory_order_relaxed);
    } else if (Shared<unsigned>(tail).compare_exchange_weak(at, at + 1,
                                                            cuda::memory_order_relaxed)) {
      break;
    }
  }
  slots[at % 2].value = value;
  Shared<unsigned>(slots[at % 2].turn).store(at + 1, cuda::memory_order_release);
}

__device__ int pop() {
  unsigned at = Shared<unsigned>(head).load(cuda::memory_order_relaxed);
  for (;;) {
    unsigned turn = Shared<unsigned>(slots[at % 2].turn).load(cuda::memory_order_acquire);
    if (turn != at + 1) {
      at = Shared<unsigned>(head).load(cuda::memory_order_relaxed);
    } else if (Shared<unsigned>(head).compare_exchange_weak(at, at + 1,
                                                            cuda::memory_order_relaxed)) {
      break;
    }
  }
  int value = slots[at % 2].value;
  Shared<unsigned>(slots[at % 2].turn).store(at + 2, cuda::memory_order_release);
  return value;
}

__global__ void exchange(int* out) {
  push(blockIdx.x + 1);
  out[blockIdx.x] = pop();
}
