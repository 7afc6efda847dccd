// A key goes into a table, then its value; another block looks it up.
// Expected: who finds the key may not find its value: they race. 0 or 42, or -1 without the key.
__global__ void insert(int* keys, int* values, int* out) {
  if (blockIdx.x == 0) {
    unsigned slot = 0;
    while (atomicCAS(&keys[slot], 0, 7) != 0) slot = (slot + 1) % 2;
    __threadfence();
    values[slot] = 42;
  } else {
    for (unsigned slot = 0; slot < 2; ++slot) {
      if (*(volatile int*)&keys[slot] != 7) continue;
      __threadfence();
      *out = values[slot];
    }
  }
}
