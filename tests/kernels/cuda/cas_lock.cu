// A lock without fences. atomicCAS and atomicExch are relaxed, so the accesses of the counter
// (line 6) race, each load with the other's store, and the stores with each other: an increment
// may be lost, 1 or 2.
__global__ void add(int* mutex, int* counter) {
  while (atomicCAS(mutex, 0, 1) != 0) {}
  *counter = *counter + 1;
  atomicExch(mutex, 0);
}
