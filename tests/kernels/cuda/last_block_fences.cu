// The sum of last_block.cu with a fence on both sides of the count. 3.
__device__ unsigned count;

__global__ void sum(int* part, int* out) {
  part[blockIdx.x] = blockIdx.x + 1;
  __threadfence();
  if (atomicInc(&count, gridDim.x - 1) == gridDim.x - 1) {
    __threadfence();
    *out = part[0] + part[1];
  }
}
