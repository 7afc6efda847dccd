// A lock by exchange. Atomics of CUDA are relaxed: what was done under the lock is not handed on.
// Expected: the count races with itself; the second may read the old 0, so 1 or 2.
__global__ void count(int* lock, int* counter) {
  while (atomicExch(lock, 1) != 0) {}
  *counter += 1;
  atomicExch(lock, 0);
}
