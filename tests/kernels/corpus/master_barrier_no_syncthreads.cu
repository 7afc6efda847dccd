// The barrier of master_barrier.cu without the barrier of the block before it.
// Expected: the elected thread answers for a thread that has not written yet. In block 1 that
// races, so out[0] may be 0. In block 0 the thread that wrote answers itself.
__global__ void gather(int* x, volatile int* arrived, volatile int* go, int* out) {
  if (threadIdx.x == 1) x[blockIdx.x] = blockIdx.x + 1;
  if (blockIdx.x == 0) {
    if (threadIdx.x == 1) {
      while (arrived[threadIdx.x] == 0) {}
      __threadfence();
      go[threadIdx.x] = 1;
    }
  } else if (threadIdx.x == 0) {
    __threadfence();
    arrived[blockIdx.x] = 1;
    while (go[blockIdx.x] == 0) {}
    __threadfence();
  }
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = x[1 - blockIdx.x];
}
