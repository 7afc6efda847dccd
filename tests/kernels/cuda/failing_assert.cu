// Nothing races, as all is volatile, but volatile accesses are relaxed: the data may be older than
// the flag, and the assertion in line 11 fails.
#include <cassert>

__global__ void handoff(volatile int* data, volatile int* flag) {
  if (blockIdx.x == 0) {
    *data = 42;
    *flag = 1;
  } else {
    while (*flag == 0) {}
    assert(*data == 42);
  }
}
