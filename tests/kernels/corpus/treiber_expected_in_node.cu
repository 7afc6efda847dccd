// The stack of treiber.cu; the compare-and-swap puts what it found straight into the node.
// Expected: libcu++ 3 stores what it found after a success as well, when the node is published.
// That races with the reading of the link. The value does not: -1 or 42.
#include <cuda/atomic>

template <class T>
using Shared = cuda::atomic_ref<T, cuda::thread_scope_device>;

struct Node {
  Node* next;
  int value;
};

__device__ Node* head;

__device__ void push(Node* node) {
  node->next = Shared<Node*>(head).load(cuda::memory_order_relaxed);
  while (!Shared<Node*>(head).compare_exchange_weak(node->next, node, cuda::memory_order_release,
                                                    cuda::memory_order_relaxed)) {}
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
