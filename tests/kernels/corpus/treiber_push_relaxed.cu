// The stack of treiber.cu, pushed relaxed.
// Expected: the link and the value race: -1, 0 or 42.
#include <cuda/atomic>

template <class T>
using Shared = cuda::atomic_ref<T, cuda::thread_scope_device>;

struct Node {
  Node* next;
  int value;
};

__device__ Node* head;

__device__ void push(Node* node) {
  Node* below = Shared<Node*>(head).load(cuda::memory_order_relaxed);
  do {
    node->next = below;
  } while (!Shared<Node*>(head).compare_exchange_weak(below, node, cuda::memory_order_relaxed,
                                                      cuda::memory_order_relaxed));
}

__device__ Node* pop() {
  Node* top = Shared<Node*>(head).load(cuda::memory_order_acquire);
  while (top != nullptr &&
         !Shared<Node*>(head).compare_exchange_weak(top, top->next, cuda::memory_order_acquire)) {}
  return top;
}

__global__ void stack(Node* node, int* out) {
  if (blockIdx.x == 0) {
    node->value = 42;
    push(node);
  } else {
    Node* top = pop();
    if (top != nullptr) *out = top->value;
  }
}
