// The elected threads of elected_thread.cu; the block of the second does not wait for it.
// Expected: the data race: 0 or 42.
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
    if (threadIdx.x == 1) *out = *data;
  }
}
