// The assertion of failing_assert.cu behind fences holds.
#include <cassert>

__global__ void handoff(volatile int* data, volatile int* flag) {
  if (blockIdx.x == 0) {
    *data = 42;
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {}
    __threadfence();
    assert(*data == 42);
  }
}
