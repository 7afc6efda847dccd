// The warps come to two barriers in different orders: each waits for the other one.
__global__ void crossed(int* out) {
  if (threadIdx.x < 32) {
    asm volatile("barrier.sync 1;" ::: "memory");
    asm volatile("barrier.sync 2;" ::: "memory");
  } else {
    asm volatile("barrier.sync 2;" ::: "memory");
    asm volatile("barrier.sync 1;" ::: "memory");
  }
  if (threadIdx.x == 0) *out = 1;
}
