// The elected threads of elected_thread.cu; the first signals without waiting for its block.
// Expected: the data race: 0 or 42.
__global__ void elected(int* data, int* flag, int* out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 1) *data = 42;
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
