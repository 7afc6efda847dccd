// Block 1 may write data before block 0 reads it: then the assertion in line 8 fails, and no flag
// comes. That block 1 waits for ever is no bug of its own, as a failure ends the grid.
#include <cassert>
__device__ volatile int data;
__device__ volatile int flag;
__global__ void awaited_assert() {
  if (blockIdx.x == 0) {
    assert(data == 0);
    flag = 1;
  } else {
    data = 1;
    while (flag == 0) {}
  }
}
