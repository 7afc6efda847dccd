// The branch of shuffle_in_branch.cu with a mask of who is in it.
// Expected: 3, 3, 3, 4.
__global__ void sum(int* out) {
  int value = threadIdx.x + 1;
  if (threadIdx.x < 2) value += __shfl_xor_sync(0x3, value, 1);
  __syncthreads();
  out[threadIdx.x] = value;
}
