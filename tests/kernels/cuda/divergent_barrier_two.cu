// The threads of divergent_barrier.cu in an order that ends, if a GPU takes two instructions for one
// barrier. Both are lanes of one warp: PTX leaves that undefined (9.7.13.1).
__global__ void meet(volatile int* flag, int* out) {
  if (threadIdx.x == 0) {
    *flag = 1;
    __syncthreads();
  } else {
    while (*flag == 0) {}
    *out = 1;
    __syncthreads();
  }
}
