// Two threads exchange values behind a barrier in shared memory.
// Wrong: a thread without work returns and does not arrive. __syncthreads() does not wait for
// threads that have ended, but an mbarrier counts arrivals.
#include <cuda/barrier>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void exchange(unsigned n, int* out) {
  __shared__ int data[2];
  __shared__ Barrier both;
  if (threadIdx.x == 0) init(&both, blockDim.x);
  __syncthreads();
  if (threadIdx.x >= n) return;
  data[threadIdx.x] = threadIdx.x + 1;
  both.arrive_and_wait();
  out[threadIdx.x] = data[1 - threadIdx.x];
}
