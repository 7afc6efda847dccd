// The largest value and where it was, in two words.
// Expected: the block of the 5 may store its number last, behind that of the 7. The two stores
// race.
__global__ void best(int* value, int* largest, int* where) {
  if (atomicMax(largest, value[blockIdx.x]) < value[blockIdx.x]) {
    *where = blockIdx.x;
  }
}
