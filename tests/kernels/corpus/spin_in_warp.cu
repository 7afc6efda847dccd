// Two threads of a warp want one lock; each works and gives it back in a turn of its own.
// Expected: since Volta each goes on by itself. 2.
__global__ void count(int* lock, int* counter) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      *counter += 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
}
