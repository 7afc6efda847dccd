// Two threads of a warp pass on registers among four, while the others go to a barrier.
// Expected: the two wait for the others at the shuffle, and the others for them at the barrier. A
// deadlock.
__global__ void sum(int* out) {
  int value = threadIdx.x + 1;
  if (threadIdx.x < 2) value += __shfl_xor_sync(0xf, value, 1);
  __syncthreads();
  out[threadIdx.x] = value;
}
