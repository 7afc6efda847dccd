// A block asks whether some thread has found something, with a word of shared memory.
// Expected: the word is cleared without a barrier behind that, which races with the store of the
// other: 0 or 1 for both.
__global__ void any(const int* x, int* out) {
  __shared__ int found;
  if (threadIdx.x == 0) found = 0;
  if (x[threadIdx.x] > 0) found = 1;
  __syncthreads();
  out[threadIdx.x] = found;
}
