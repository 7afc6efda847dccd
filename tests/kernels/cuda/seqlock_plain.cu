// The sequence lock of seqlock_fences.cu with plain data. What the reader throws away it has read
// all the same: lines 7 and 14 race, and 8 and 15. The halves that it keeps are a pair.
__global__ void seqlock(volatile int* sequence, int* a, int* b, int* out) {
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
