__device__ int data;
__device__ volatile int flag;

__global__ void handoff(int* out) {
  if (blockIdx.x == 0) {
    data = 42;
    flag = 1;
  } else {
    while (flag == 0) {}
    *out = data;
  }
}

// A message without fences. Volatile accesses are relaxed: they order nothing before or after them.
// So the store of data (line 6) and its load (line 10) race, and the load may return 0 or 42. That
// ends, as the flag is volatile and stores come through. A fence on each side orders them.
