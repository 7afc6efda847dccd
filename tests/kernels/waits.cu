// Waits of libcu++, which back off between tries.
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/semaphore>
#include <new>

constexpr auto scope = cuda::thread_scope_device;
using Flag = cuda::atomic<int, scope>;
using Binary = cuda::binary_semaphore<scope>;
using Counting = cuda::counting_semaphore<scope, 4>;
using Latch = cuda::latch<scope>;
using Barrier = cuda::barrier<scope>;

extern "C" __global__ void prepare_binary(Binary* wait) { new (wait) Binary(1); }
extern "C" __global__ void prepare_counting(Counting* wait) { new (wait) Counting(1); }
extern "C" __global__ void prepare_latch(Latch* wait) { new (wait) Latch(2); }
extern "C" __global__ void prepare_barrier(Barrier* wait) { new (wait) Barrier(2); }

extern "C" __global__ void notified(Flag* wait, int* data, int* out) {
  if (blockIdx.x == 0) {
    *data = 42;
    wait->store(1, cuda::memory_order_release);
    wait->notify_all();
  } else {
    wait->wait(0, cuda::memory_order_acquire);
    *out = *data;
  }
}

extern "C" __global__ void binary(Binary* wait, int* data, int* out) {
  wait->acquire();
  *data = *data + 1;
  *out = *data;
  wait->release();
}

extern "C" __global__ void counting(Counting* wait, int* data, int* out) {
  wait->acquire();
  *data = *data + 1;
  *out = *data;
  wait->release();
}

extern "C" __global__ void latched(Latch* wait, int* data, int* out) {
  data[blockIdx.x] = 21;
  wait->arrive_and_wait();
  if (blockIdx.x == 0) *out = data[0] + data[1];
}

extern "C" __global__ void barred(Barrier* wait, int* data, int* out) {
  data[blockIdx.x] = 21;
  wait->arrive_and_wait();
  if (blockIdx.x == 0) *out = data[0] + data[1];
}
