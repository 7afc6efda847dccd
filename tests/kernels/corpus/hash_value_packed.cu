// The table of hash_value.cu with key and value in one word.
// Expected: -1 or 42.
__global__ void insert(unsigned long long* table, int* out) {
  if (blockIdx.x == 0) {
    unsigned slot = 0;
    while (atomicCAS(&table[slot], 0ull, 7ull << 32 | 42) != 0) slot = (slot + 1) % 2;
  } else {
    for (unsigned slot = 0; slot < 2; ++slot) {
      unsigned long long entry = *(volatile unsigned long long*)&table[slot];
      if (entry >> 32 == 7) *out = (int)entry;
    }
  }
}
