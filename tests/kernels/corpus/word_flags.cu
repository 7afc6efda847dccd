// Two blocks set a word each, and a third waits for one after the other.
// Expected: 3.
__global__ void gather(int* part, volatile int* ready, int* out) {
  if (blockIdx.x < 2) {
    part[blockIdx.x] = blockIdx.x + 1;
    __threadfence();
    ready[blockIdx.x] = 1;
  } else {
    while (ready[0] == 0 || ready[1] == 0) {}
    __threadfence();
    *out = part[0] + part[1];
  }
}
