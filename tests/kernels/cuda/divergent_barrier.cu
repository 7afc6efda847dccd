// Thread 0 waits at the barrier for thread 1, which waits for what thread 0 does behind it.
__global__ void meet(volatile int* flag, int* out) {
  if (threadIdx.x == 0) {
    __syncthreads();
    *flag = 1;
  } else {
    while (*flag == 0) {}
    *out = 1;
    __syncthreads();
  }
}
