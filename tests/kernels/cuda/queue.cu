// Two elements through a queue of one writer and one reader; the loops are unrolled. Without fences
// the tail may come through before the element: lines 6 and 12 race. Each element is new or 0.
__global__ void queue(int* buffer, volatile int* tail, int* out) {
  if (blockIdx.x == 0) {
    for (int i = 0; i < 2; ++i) {
      buffer[i] = i + 1;
      *tail = i + 1;
    }
  } else {
    for (int i = 0; i < 2; ++i) {
      while (*tail <= i) {}
      out[i] = buffer[i];
    }
  }
}
