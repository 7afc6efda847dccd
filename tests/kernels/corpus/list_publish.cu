// A list of two nodes is linked by one block and walked by another.
// Expected: the walk finds all or nothing: 0 or 3.
#include <cuda/atomic>

template <class T>
using Shared = cuda::atomic_ref<T, cuda::thread_scope_device>;

struct Node {
  int value;
  Node* next;
};

__global__ void list(Node* node, Node** head, int* out) {
  if (blockIdx.x == 0) {
    node[0].value = 1;
    node[1].value = 2;
    node[0].next = &node[1];
    Shared<Node*>(*head).store(&node[0], cuda::memory_order_release);
  } else {
    int sum = 0;
    for (Node* at = Shared<Node*>(*head).load(cuda::memory_order_acquire); at != nullptr;
         at = at->next) {
      sum += at->value;
    }
    *out = sum;
  }
}
