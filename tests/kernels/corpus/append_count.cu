// A block appends to a buffer, and another reads what the count says is there.
// Expected: the count says that a place is taken, not that it is filled. The item races, whatever
// the fences: 0 or 42.
__global__ void append(int* buffer, unsigned* count, int* out) {
  if (blockIdx.x == 0) {
    buffer[atomicAdd(count, 1)] = 42;
    __threadfence();
  } else {
    while (*(volatile unsigned*)count == 0) {}
    __threadfence();
    *out = buffer[0];
  }
}
