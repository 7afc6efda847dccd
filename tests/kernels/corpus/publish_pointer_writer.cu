// A node is published by its pointer; the reader trusts that it cannot read through a pointer
// before it has it.
// Expected: in PTX an address that depends on a load is no order, so the value races: -1, 0 or 42.
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
      *out = found->value;
    }
  }
}
