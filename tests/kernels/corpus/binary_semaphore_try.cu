// The semaphore of binary_semaphore.cu; the reader tries, and does not look whether it got it.
// Expected: the data race: 0 or 42.
#include <cuda/semaphore>
#include <new>

using Semaphore = cuda::binary_semaphore<cuda::thread_scope_device>;

__global__ void prepare(Semaphore* filled) { new (filled) Semaphore(0); }

__global__ void handoff(Semaphore* filled, int* data, int* out) {
  if (blockIdx.x == 0) {
    *data = 42;
    filled->release();
  } else {
    (void)filled->try_acquire();
    *out = *data;
  }
}
