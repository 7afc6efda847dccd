// The message of handoff.cu with a fence in the writer alone, a common mistake: nothing keeps the
// reader from having read the data before the flag. Lines 8 and 13 race; 0 or 42.
__device__ int data;
__device__ volatile int flag;

__global__ void handoff(int* out) {
  if (blockIdx.x == 0) {
    data = 42;
    __threadfence();
    flag = 1;
  } else {
    while (flag == 0) {}
    *out = data;
  }
}
