// Two threads exchange values behind a barrier in shared memory.
// Right: __syncthreads() publishes the initialisation, and the barrier the values.
#include <cuda/barrier>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void exchange(int* out) {
  __shared__ int data[2];
  __shared__ Barrier both;
  if (threadIdx.x == 0) init(&both, blockDim.x);
  __syncthreads();
  data[threadIdx.x] = threadIdx.x + 1;
  both.arrive_and_wait();
  out[threadIdx.x] = data[1 - threadIdx.x];
}
