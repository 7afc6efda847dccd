// A semaphore with one unit guards a counter.
// Expected: 2.
#include <cuda/semaphore>
#include <new>

using Semaphore = cuda::counting_semaphore<cuda::thread_scope_device, 2>;

__global__ void prepare(Semaphore* free) { new (free) Semaphore(1); }

__global__ void count(Semaphore* free, int* counter) {
  free->acquire();
  *counter += 1;
  free->release();
}
