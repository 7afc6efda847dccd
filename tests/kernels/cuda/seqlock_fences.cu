// The sequence lock of seqlock.cu with fences. Who reads a new half sees the odd number at the end,
// and who begins with 2 sees both new halves: -1 for both, 0 for both, or 1 for both.
__global__ void seqlock(volatile int* sequence, volatile int* a, volatile int* b, int* out) {
  if (blockIdx.x == 0) {
    *sequence = 1;
    __threadfence();
    *a = 1;
    *b = 1;
    __threadfence();
    *sequence = 2;
  } else {
    int before = *sequence;
    __threadfence();
    int x = *a;
    int y = *b;
    __threadfence();
    int after = *sequence;
    if (before == after && (before & 1) == 0) {
      out[0] = x;
      out[1] = y;
    }
  }
}
