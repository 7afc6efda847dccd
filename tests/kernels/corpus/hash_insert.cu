// Two keys with one hash go into a table with open addressing by compare-and-swap.
// Expected: one is in slot 0, the other in slot 1.
__global__ void insert(int* table) {
  int key = blockIdx.x + 1;
  unsigned slot = 0;
  while (atomicCAS(&table[slot], 0, key) != 0) slot = (slot + 1) % 2;
}
