// A lock by exchange without a fence before giving it back.
// Expected: the count races with itself. The two fences are of one order, but each count stands
// behind its own. 1 or 2.
__global__ void count(int* lock, int* counter) {
  while (atomicExch(lock, 1) != 0) {}
  __threadfence();
  *counter += 1;
  atomicExch(lock, 0);
}
