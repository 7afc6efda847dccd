// A node is filled and then published by its pointer. Without a node out stays -1.
// Expected: -1 or 42.
struct Node {
  int value;
};

__global__ void publish(Node* fresh, Node* volatile* head, int* out) {
  if (blockIdx.x == 0) {
    fresh->value = 42;
    __threadfence();
    *head = fresh;
  } else {
    Node* found = *head;
    if (found != nullptr) {
      __threadfence();
      *out = found->value;
    }
  }
}
