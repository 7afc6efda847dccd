// The message of handoff.cu with fences of block scope, between two threads. If they are in one
// block it is right, 42. In two blocks the fences are not morally strong to each other, so the
// patterns do not synchronise (PTX ISA 8.8): lines 9 and 15 race; 0 or 42.
__device__ int data;
__device__ volatile int flag;

__global__ void handoff(int* out) {
  if (blockIdx.x * blockDim.x + threadIdx.x == 0) {
    data = 42;
    __threadfence_block();
    flag = 1;
  } else {
    while (flag == 0) {}
    __threadfence_block();
    *out = data;
  }
}
