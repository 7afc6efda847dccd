// The buffer of append_count.cu with a second count, of what is filled.
// Expected: 42.
__global__ void append(int* buffer, unsigned* count, unsigned* ready, int* out) {
  if (blockIdx.x == 0) {
    buffer[atomicAdd(count, 1)] = 42;
    __threadfence();
    atomicAdd(ready, 1);
  } else {
    while (*(volatile unsigned*)ready == 0) {}
    __threadfence();
    *out = buffer[0];
  }
}
