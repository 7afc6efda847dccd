// A block hands data to another one of the same grid.
// Right: the wait stands in front of what may need the grids before, and a flag is between the
// blocks.
#include <cuda/atomic>

__device__ int ready;

__global__ void dependents(int* data, int* out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> flag(ready);
  cudaGridDependencySynchronize();
  if (blockIdx.x == 0) {
    *data = 42;
    flag.store(1, cuda::memory_order_release);
    cudaTriggerProgrammaticLaunchCompletion();
  } else {
    while (flag.load(cuda::memory_order_acquire) == 0) {}
    *out = *data;
  }
}
