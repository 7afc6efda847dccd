// The two warps come to different barriers of the program, which are one of the block. PTX allows it;
// CUDA C++ wants one condition for all threads of the block.
__global__ void halves(int* out) {
  if (threadIdx.x / 32 == 0) {
    out[0] = 1;
    __syncthreads();
  } else {
    __syncthreads();
    out[1] = out[0];
  }
}
