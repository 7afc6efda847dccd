// The threads of divergent_barrier.cu in an order that ends, and at one barrier.
__global__ void meet(volatile int* flag, int* out) {
  if (threadIdx.x == 0) {
    *flag = 1;
  } else {
    while (*flag == 0) {}
    *out = 1;
  }
  __syncthreads();
}
