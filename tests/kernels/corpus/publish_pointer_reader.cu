// A node is published by its pointer, with a fence at the reader only.
// Expected: the value races: -1, 0 or 42.
struct Node {
  int value;
};

__global__ void publish(Node* fresh, Node* volatile* head, int* out) {
  if (blockIdx.x == 0) {
    fresh->value = 42;
    *head = fresh;
  } else {
    Node* found = *head;
    if (found != nullptr) {
      __threadfence();
      *out = found->value;
    }
  }
}
