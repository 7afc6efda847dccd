// A named barrier for 64 threads, which are two warps, in a block of one: a deadlock in line 4, for
// whoever comes waits for a second warp.
__global__ void meet(int* out) {
  asm volatile("bar.sync 1, 64;" ::: "memory");
  out[threadIdx.x] = 1;
}
