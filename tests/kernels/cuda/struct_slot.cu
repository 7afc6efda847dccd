// A message in a structure: its value (lines 9 and 13) races, its volatile word does not. 0 or 42.
struct Slot {
  int value;
  volatile int ready;
};

__global__ void put(Slot* slot, int* out) {
  if (blockIdx.x == 0) {
    slot->value = 42;
    slot->ready = 1;
  } else {
    while (slot->ready == 0) {}
    *out = slot->value;
  }
}
