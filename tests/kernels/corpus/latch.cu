// A latch opens when the data are there.
// Expected: 42.
#include <cuda/latch>
#include <new>

using Latch = cuda::latch<cuda::thread_scope_device>;

__global__ void prepare(Latch* done) { new (done) Latch(1); }

__global__ void handoff(Latch* done, int* data, int* out) {
  if (blockIdx.x == 0) {
    *data = 42;
    done->count_down();
  } else {
    done->wait();
    *out = *data;
  }
}
