// A producer copies an element, and a consumer waits for an mbarrier.
// Wrong: the arrival says nothing of the copy that its thread has in flight (9.7.15.16.18).
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>

__global__ void tracked(const int* in, int* out) {
  __shared__ int tile;
  __shared__ __mbarrier_t full;
  if (threadIdx.x == 0) __mbarrier_init(&full, 2);
  __syncthreads();
  if (threadIdx.x == 0) {
    __pipeline_memcpy_async(&tile, in, sizeof(int));
  }
  const __mbarrier_token_t token = __mbarrier_arrive(&full);
  if (threadIdx.x == 1) {
    while (!__mbarrier_test_wait(&full, token)) {}
    *out = tile;
  }
}
