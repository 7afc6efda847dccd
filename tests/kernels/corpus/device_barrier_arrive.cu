// The barrier of device_barrier.cu, at which both arrive and nobody waits.
// Expected: the values race: 0 or 2, 0 or 1.
#include <cuda/barrier>
#include <new>

using Barrier = cuda::barrier<cuda::thread_scope_device>;

__global__ void prepare(Barrier* both) { new (both) Barrier(2); }

__global__ void swap(Barrier* both, int* x, int* out) {
  x[blockIdx.x] = blockIdx.x + 1;
  (void)both->arrive();
  out[blockIdx.x] = x[1 - blockIdx.x];
}
