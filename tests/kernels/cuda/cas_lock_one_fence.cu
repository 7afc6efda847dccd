// The lock of cas_lock.cu with a fence only before it is given back: the next holder's load of the
// counter may be older than its lock. Line 5 races with itself; 1 or 2.
__global__ void add(int* mutex, int* counter) {
  while (atomicCAS(mutex, 0, 1) != 0) {}
  *counter = *counter + 1;
  __threadfence();
  atomicExch(mutex, 0);
}
