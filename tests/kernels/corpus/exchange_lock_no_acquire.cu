// A lock by exchange without a fence behind taking it.
// Expected: the count races with itself. The two fences are of one order, but each count stands
// before its own. 1 or 2.
__global__ void count(int* lock, int* counter) {
  while (atomicExch(lock, 1) != 0) {}
  *counter += 1;
  __threadfence();
  atomicExch(lock, 0);
}
