// Threads write those of their values that count behind a shared end, which is no atomic.
// Expected: the end races; both values may come to place 0.
__global__ void compact(const int* x, int* out, int* count) {
  if (x[threadIdx.x] % 2 == 1) {
    int at = *count;
    out[at] = x[threadIdx.x];
    *count = at + 1;
  }
}
