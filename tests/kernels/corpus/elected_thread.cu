// One thread of a block signals for all, and one waits for all.
// Expected: barriers of the blocks and fences make one order: 42.
__global__ void elected(int* data, int* flag, int* out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 1) *data = 42;
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      atomicExch(flag, 1);
    }
  } else {
    if (threadIdx.x == 0) {
      while (atomicAdd(flag, 0) == 0) {}
      __threadfence();
    }
    __syncthreads();
    if (threadIdx.x == 1) *out = *data;
  }
}
