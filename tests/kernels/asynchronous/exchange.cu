// Two threads exchange values behind a barrier in shared memory.
// Wrong: nothing tells the other thread that the barrier has been initialised (9.7.15.16.9).
#include <cuda/barrier>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void exchange(int* out) {
  __shared__ int data[2];
  __shared__ Barrier both;
  if (threadIdx.x == 0) init(&both, blockDim.x);
  data[threadIdx.x] = threadIdx.x + 1;
  both.arrive_and_wait();
  out[threadIdx.x] = data[1 - threadIdx.x];
}
