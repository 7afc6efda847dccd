// A semaphore says that the data are there.
// Expected: 42.
#include <cuda/semaphore>
#include <new>

using Semaphore = cuda::binary_semaphore<cuda::thread_scope_device>;

__global__ void prepare(Semaphore* filled) { new (filled) Semaphore(0); }

__global__ void handoff(Semaphore* filled, int* data, int* out) {
  if (blockIdx.x == 0) {
    *data = 42;
    filled->release();
  } else {
    filled->acquire();
    *out = *data;
  }
}
