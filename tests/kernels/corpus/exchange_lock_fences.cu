// A lock by exchange with a fence behind taking it and one before giving it back.
// Expected: the second block counts after the first, 2.
__global__ void count(int* lock, int* counter) {
  while (atomicExch(lock, 1) != 0) {}
  __threadfence();
  *counter += 1;
  __threadfence();
  atomicExch(lock, 0);
}
