// Two threads exchange values behind a barrier in shared memory.
// Wrong: the barrier waits for a warp, and two threads were launched. Its phase never completes.
#include <cuda/barrier>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void exchange(int* out) {
  __shared__ int data[2];
  __shared__ Barrier both;
  if (threadIdx.x == 0) init(&both, 32);
  __syncthreads();
  data[threadIdx.x] = threadIdx.x + 1;
  both.arrive_and_wait();
  out[threadIdx.x] = data[1 - threadIdx.x];
}
