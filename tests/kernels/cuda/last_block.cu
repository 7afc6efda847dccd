// The block that counts last adds up the parts of all. Its atomic is relaxed, so lines 7 and 9
// race: it may miss the other's part. The parts are 1 and 2, and either block may be the last, so
// the sum is 3, or 2 or 1 where the other's part is missing.
__device__ unsigned count;

__global__ void sum(int* part, int* out) {
  part[blockIdx.x] = blockIdx.x + 1;
  if (atomicInc(&count, gridDim.x - 1) == gridDim.x - 1) {
    *out = part[0] + part[1];
  }
}
