// Assertions: of a message that may not have come, of one that has, and a trap.
#include <cassert>

__global__ void handoff(int* data, int* flag) {
  if (blockIdx.x == 0) {
    *(volatile int*)data = 1;
    *(volatile int*)flag = 1;
  } else if (*(volatile int*)flag == 1) {
    assert(*(volatile int*)data == 1);
  }
}

__global__ void counts(int* x, int* after) {
  const int old = atomicAdd(x, 1);
  assert(old < 2 && "two threads");
  assert(old != 1);
  after[blockIdx.x] = 7;
}

__global__ void traps(int* x) {
  if (*(volatile int*)x == 1) __trap();
  *x = 1;
}
