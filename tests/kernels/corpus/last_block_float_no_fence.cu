// The sum of last_block_float.cu without fences; the parts are volatile.
// Expected: nothing races, but the last may miss the other's part: 2, 4 or 6.
__device__ unsigned count;

__global__ void sum(volatile float* part, int* out) {
  part[blockIdx.x] = 2.0f * (blockIdx.x + 1);
  unsigned arrived = atomicInc(&count, gridDim.x - 1);
  if (arrived == gridDim.x - 1) {
    float all = 0;
    for (int i = 0; i < gridDim.x; ++i) all += part[i];
    *out = all;
  }
}
