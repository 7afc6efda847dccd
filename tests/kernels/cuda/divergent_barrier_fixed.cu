// The threads of divergent_barrier.cu in an order that ends.
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
