// A named barrier for 64 threads, which are two warps, in a block of one: whoever comes waits for a
// second warp, a deadlock in line 4. Refused: barriers with a count want a thread of each warp.
__global__ void meet(int* out) {
  asm volatile("bar.sync 1, 64;" ::: "memory");
  out[threadIdx.x] = 1;
}
