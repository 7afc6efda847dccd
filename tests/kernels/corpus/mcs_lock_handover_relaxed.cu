// The queue lock of mcs_lock.cu; the store that wakes the next block is relaxed.
// Expected: the count races with itself where one block wakes the other, 1 or 2.
#include <cuda/atomic>

template <class T>
using Shared = cuda::atomic_ref<T, cuda::thread_scope_device>;

struct Node {
  Node* next;
  int waits;
};

__device__ Node nodes[2];
__device__ Node* tail;

__global__ void count(int* counter) {
  Node* mine = &nodes[blockIdx.x];
  Shared<int>(mine->waits).store(1, cuda::memory_order_relaxed);
  Node* before = Shared<Node*>(tail).exchange(mine, cuda::memory_order_acq_rel);
  if (before != nullptr) {
    Shared<Node*>(before->next).store(mine, cuda::memory_order_release);
    while (Shared<int>(mine->waits).load(cuda::memory_order_acquire) != 0) {}
  }
  *counter += 1;
  Node* next = Shared<Node*>(mine->next).load(cuda::memory_order_acquire);
  if (next == nullptr) {
    Node* last = mine;
    if (Shared<Node*>(tail).compare_exchange_strong(last, nullptr, cuda::memory_order_release,
                                                    cuda::memory_order_relaxed)) {
      return;
    }
    while ((next = Shared<Node*>(mine->next).load(cuda::memory_order_acquire)) == nullptr) {}
  }
  Shared<int>(next->waits).store(0, cuda::memory_order_relaxed);
}
