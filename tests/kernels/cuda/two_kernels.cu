// Two kernels in one file: `wrong` has no fences and races in lines 7 and 11, `right` does not.
__device__ int data;
__device__ volatile int flag;

__global__ void wrong(int* out) {
  if (blockIdx.x == 0) {
    data = 42;
    flag = 1;
  } else {
    while (flag == 0) {}
    *out = data;
  }
}

__global__ void right(int* out) {
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
