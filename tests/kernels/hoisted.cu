// What a compiler does to plain variables.
static __device__ int done;

__global__ void handoff(int* flag, int* data, int* out) {
  __shared__ int copy;
  if (blockIdx.x == 0) {
    *data = 42;
    __threadfence();
    *flag = 1;
    done = 1;
  } else {
    while (*flag == 0) {
    }
    __threadfence();
    copy = *data;
    *out = copy;
  }
}

__global__ void polls(int* flag, int* out) {
  if (blockIdx.x == 0) {
    *(volatile int*)flag = 1;
  } else {
    while (*(volatile int*)flag == 0) {
    }
    *out = 1;
  }
}

__global__ void both(int* a, int* b) {
  if (blockIdx.x == 0) {
    *a = 1;
    *b = 1;
  } else {
    while (*a != *b) {
    }
  }
}

__global__ void sleeps(int* x) {
  *x = 1;
  for (;;) {
  }
}
