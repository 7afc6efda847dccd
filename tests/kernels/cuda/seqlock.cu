// A sequence lock without fences; block 0 writes, block 1 reads once. All accesses are volatile, so
// nothing races, but the reader may see an old half with a new one and both times the same even
// number. It stays outside with -1.
__global__ void seqlock(volatile int* sequence, volatile int* a, volatile int* b, int* out) {
  if (blockIdx.x == 0) {
    *sequence = 1;
    *a = 1;
    *b = 1;
    *sequence = 2;
  } else {
    int before = *sequence;
    int x = *a;
    int y = *b;
    int after = *sequence;
    if (before == after && (before & 1) == 0) {
      out[0] = x;
      out[1] = y;
    }
  }
}
