// A message of volatile accesses with a fence for the device on both sides.
// Expected: 42.
__global__ void handoff(volatile int* data, volatile int* flag, int* out) {
  if (blockIdx.x + threadIdx.x == 0) {
    *data = 42;
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {}
    __threadfence();
    *out = *data;
  }
}
