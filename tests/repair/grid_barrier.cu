// A barrier of the grid as cooperative groups make it: one block adds what flips the highest bit
// once all have come, the others add one, and each waits for the flip.
// Expected: 2 and 1. By __threadfence() on both sides it costs 2 * 40, 2 of the atomic, 4 of the
// volatile load: 86. The additions are one chain of read-modify-writes, so that whoever acquires the
// last one has what each released: 20 + 12 and no fence. Neither the release nor the acquire can be
// left out, for either block may be the last to come, nor can the scope be the block's.
__global__ void swap(unsigned* arrived, int* x, int* out) {
  x[blockIdx.x] = blockIdx.x + 1;
  __threadfence();
  unsigned add = blockIdx.x == 0 ? 0x80000000u - (gridDim.x - 1) : 1u;
  unsigned before = atomicAdd(arrived, add);
  while (((before ^ *(volatile unsigned*)arrived) & 0x80000000u) == 0) {}
  __threadfence();
  out[blockIdx.x] = x[1 - blockIdx.x];
}
