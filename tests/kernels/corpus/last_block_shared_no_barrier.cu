// The sum of last_block_shared.cu without a barrier before the word in shared memory is read.
// Expected: the word races. Who misses it adds up nothing, 0. Who sees it is not behind the other
// block's fence, and may miss its part: 1, 2 or 3.
__device__ unsigned count;

__global__ void sum(int* part, int* out) {
  __shared__ bool last;
  if (threadIdx.x == 1) {
    part[blockIdx.x] = blockIdx.x + 1;
    __threadfence();
    last = atomicInc(&count, gridDim.x - 1) == gridDim.x - 1;
  }
  if (last && threadIdx.x == 0) {
    __threadfence();
    *out = part[0] + part[1];
  }
}
