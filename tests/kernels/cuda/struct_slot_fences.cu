// The message of struct_slot.cu with fences: 42.
struct Slot {
  int value;
  volatile int ready;
};

__global__ void put(Slot* slot, int* out) {
  if (blockIdx.x == 0) {
    slot->value = 42;
    __threadfence();
    slot->ready = 1;
  } else {
    while (slot->ready == 0) {}
    __threadfence();
    *out = slot->value;
  }
}
