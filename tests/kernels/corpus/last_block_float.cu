// The last block adds up what all blocks have computed, in floats.
// Expected: 2 * 1 + 2 * 2 = 6.
__device__ unsigned count;

__global__ void sum(volatile float* part, int* out) {
  part[blockIdx.x] = 2.0f * (blockIdx.x + 1);
  __threadfence();
  unsigned arrived = atomicInc(&count, gridDim.x - 1);
  if (arrived == gridDim.x - 1) {
    __threadfence();
    float all = 0;
    for (int i = 0; i < gridDim.x; ++i) all += part[i];
    *out = all;
  }
}
