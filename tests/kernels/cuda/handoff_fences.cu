// The message of handoff.cu with a fence on both sides. The first fence and the flag's store are a
// release pattern, the flag's load and the second fence an acquire pattern (PTX ISA 8.8); the flag
// is read by a morally strong load. So the store of data is before its load in causality order.
__device__ int data;
__device__ volatile int flag;

__global__ void handoff(int* out) {
  if (blockIdx.x == 0) {
    data = 42;
    __threadfence();
    flag = 1;
  } else {
    while (flag == 0) {}
    __threadfence();
    *out = data;
  }
}
