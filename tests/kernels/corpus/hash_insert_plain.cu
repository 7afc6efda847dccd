// Two keys with one hash go into a table with open addressing; each looks for a free slot, then
// fills it.
// Expected: both may take slot 0. The slots race.
__global__ void insert(int* table) {
  int key = blockIdx.x + 1;
  unsigned slot = 0;
  while (table[slot] != 0) slot = (slot + 1) % 2;
  table[slot] = key;
}
