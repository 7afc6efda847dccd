// The barrier of master_barrier.cu; the first block has no fence between collecting and answering.
// Expected: neither side's values are handed on: 0 or 2, 0 or 1.
__global__ void gather(int* x, volatile int* arrived, volatile int* go, int* out) {
  if (threadIdx.x == 1) x[blockIdx.x] = blockIdx.x + 1;
  __syncthreads();
  if (blockIdx.x == 0) {
    if (threadIdx.x == 1) {
      while (arrived[threadIdx.x] == 0) {}
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
