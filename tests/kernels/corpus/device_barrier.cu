// Two blocks exchange values behind a barrier of libcu++.
// Expected: 2 and 1.
#include <cuda/barrier>
#include <new>

using Barrier = cuda::barrier<cuda::thread_scope_device>;

__global__ void prepare(Barrier* both) { new (both) Barrier(2); }

__global__ void swap(Barrier* both, int* x, int* out) {
  x[blockIdx.x] = blockIdx.x + 1;
  both->arrive_and_wait();
  out[blockIdx.x] = x[1 - blockIdx.x];
}
