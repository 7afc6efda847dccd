// A flag that nobody sets: block 1 waits for ever.
__global__ void wait(volatile int* flag, int* out) {
  if (blockIdx.x == 1) {
    while (*flag == 0) {}
    *out = 1;
  }
}
