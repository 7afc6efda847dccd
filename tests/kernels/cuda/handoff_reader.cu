// The message of handoff.cu with a fence in the reader alone: the flag may come through before the
// data. Lines 8 and 13 race; 0 or 42.
__device__ int data;
__device__ volatile int flag;

__global__ void handoff(int* out) {
  if (blockIdx.x == 0) {
    data = 42;
    flag = 1;
  } else {
    while (flag == 0) {}
    __threadfence();
    *out = data;
  }
}
