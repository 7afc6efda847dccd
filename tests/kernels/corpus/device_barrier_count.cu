// The barrier of device_barrier.cu for three, of whom two come.
// Expected: both wait for ever.
#include <cuda/barrier>
#include <new>

using Barrier = cuda::barrier<cuda::thread_scope_device>;

__global__ void prepare(Barrier* both) { new (both) Barrier(3); }

__global__ void swap(Barrier* both, int* x, int* out) {
  x[blockIdx.x] = blockIdx.x + 1;
  both->arrive_and_wait();
  out[blockIdx.x] = x[1 - blockIdx.x];
}
