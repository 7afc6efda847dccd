// The list of list_publish.cu, published relaxed.
// Expected: values and links race. Of the sum any part may be missing: of a node without its link 1
// or 0, of a link without values 0 to 3.
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
    Shared<Node*>(*head).store(&node[0], cuda::memory_order_relaxed);
  } else {
    int sum = 0;
    for (Node* at = Shared<Node*>(*head).load(cuda::memory_order_acquire); at != nullptr;
         at = at->next) {
      sum += at->value;
    }
    *out = sum;
  }
}
