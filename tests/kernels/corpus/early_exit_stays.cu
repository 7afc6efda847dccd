// A thread without work comes to the barrier of the block.
// Expected: nothing is wrong.
__global__ void halve(int* x) {
  __shared__ int s[2];
  bool busy = x[threadIdx.x] != 0;
  if (busy) s[threadIdx.x] = x[threadIdx.x] / 2;
  __syncthreads();
  if (busy) x[threadIdx.x] = s[threadIdx.x];
}
