// One thread of each block counts the block, and tells the others in shared memory whether it is
// the last.
// Expected: 3.
__device__ unsigned count;

__global__ void sum(int* part, int* out) {
  __shared__ bool last;
  if (threadIdx.x == 1) {
    part[blockIdx.x] = blockIdx.x + 1;
    __threadfence();
    last = atomicInc(&count, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    __threadfence();
    *out = part[0] + part[1];
  }
}
