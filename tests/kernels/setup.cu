// What runs before a launch: constructors of libcu++, and plain initialisation.
#include <cuda/semaphore>
#include <new>

using Semaphore = cuda::counting_semaphore<cuda::thread_scope_device, 4>;

struct Slot {
  int ready;
  int value;
};

__device__ Slot slots[2];
__device__ int turns;

__global__ void prepare(Semaphore* free, int* count) {
  new (free) Semaphore(1);
  *count = 5;
  for (int i = 0; i < 2; ++i) slots[i] = Slot{i, 7 * i};
  atomicAdd(&turns, 3);
}

__global__ void take(Semaphore* free, int* count) {
  if (free->try_acquire()) {
    *count = *count + slots[1].value;
    free->release();
  }
}

__global__ void waits(Semaphore*, int* count) {
  while (atomicAdd(count, 0) == 0) {
  }
}
