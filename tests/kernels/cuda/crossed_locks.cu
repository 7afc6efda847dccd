// Two locks, taken in opposite order: each block holds one and goes round for the other's.
__device__ void lock(int* mutex) {
  while (atomicCAS(mutex, 0, 1) != 0) {}
}

__global__ void both(int* a, int* b) {
  lock(blockIdx.x == 0 ? a : b);
  lock(blockIdx.x == 0 ? b : a);
  atomicExch(b, 0);
  atomicExch(a, 0);
}
