// The locks of crossed_locks.cu, taken in one order.
__device__ void lock(int* mutex) {
  while (atomicCAS(mutex, 0, 1) != 0) {}
}

__global__ void both(int* a, int* b) {
  lock(a);
  lock(b);
  atomicExch(b, 0);
  atomicExch(a, 0);
}
