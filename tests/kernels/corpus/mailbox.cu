// A thread passes two values through one word of shared memory.
// Expected: 1 and 2.
__global__ void broadcast(int* out) {
  __shared__ int slot;
  for (int i = 0; i < 2; ++i) {
    if (threadIdx.x == 0) slot = i + 1;
    __syncthreads();
    if (threadIdx.x == 1) out[i] = slot;
    __syncthreads();
  }
}
