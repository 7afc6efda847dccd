// The semaphore of counting_semaphore.cu with two units, one for each block.
// Expected: both go in at once. The count races with itself: 1 or 2.
#include <cuda/semaphore>
#include <new>

using Semaphore = cuda::counting_semaphore<cuda::thread_scope_device, 2>;

__global__ void prepare(Semaphore* free) { new (free) Semaphore(2); }

__global__ void count(Semaphore* free, int* counter) {
  free->acquire();
  *counter += 1;
  free->release();
}
