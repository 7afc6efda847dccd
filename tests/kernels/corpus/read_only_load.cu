// A message with fences whose data are read with __ldg, as memory that nobody writes while the
// kernel runs.
// Expected: ld.global.nc goes another way than the store, and no fence orders the two: a race, 0 or
// 42.
__global__ void handoff(int* data, volatile int* flag, int* out) {
  if (blockIdx.x == 0) {
    *data = 42;
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {}
    __threadfence();
    *out = __ldg(data);
  }
}
