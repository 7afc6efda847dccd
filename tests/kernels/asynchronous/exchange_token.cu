// Two threads exchange values behind a barrier in shared memory.
// Wrong: the arrival releases what was written before it, and the value is written behind it.
#include <cuda/barrier>
#include <utility>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void exchange(int* out) {
  __shared__ int data[2];
  __shared__ Barrier both;
  if (threadIdx.x == 0) init(&both, blockDim.x);
  __syncthreads();
  Barrier::arrival_token token = both.arrive();
  data[threadIdx.x] = threadIdx.x + 1;
  both.wait(std::move(token));
  out[threadIdx.x] = data[1 - threadIdx.x];
}
