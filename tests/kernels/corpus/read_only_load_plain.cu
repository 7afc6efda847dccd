// The message of read_only_load.cu with a plain load.
// Expected: 42.
__global__ void handoff(int* data, volatile int* flag, int* out) {
  if (blockIdx.x == 0) {
    *data = 42;
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {}
    __threadfence();
    *out = *data;
  }
}
