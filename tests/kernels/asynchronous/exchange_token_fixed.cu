// Two threads exchange values behind a barrier in shared memory.
// Right: each thread arrives when it has written, does something else, and waits.
#include <cuda/barrier>
#include <utility>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void exchange(int* out) {
  __shared__ int data[2];
  __shared__ Barrier both;
  if (threadIdx.x == 0) init(&both, blockDim.x);
  __syncthreads();
  data[threadIdx.x] = threadIdx.x + 1;
  Barrier::arrival_token token = both.arrive();
  out[2 + threadIdx.x] = threadIdx.x;
  both.wait(std::move(token));
  out[threadIdx.x] = data[1 - threadIdx.x];
}
