// A producer copies an element, and a consumer waits for an mbarrier.
// Right: the copy arrives by itself when it has ended; one more arrival is then pending, so that
// the count does not change.
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>

__global__ void tracked(const int* in, int* out) {
  __shared__ int tile;
  __shared__ __mbarrier_t full;
  if (threadIdx.x == 0) __mbarrier_init(&full, 2);
  __syncthreads();
  if (threadIdx.x == 0) {
    __pipeline_memcpy_async(&tile, in, sizeof(int));
    __pipeline_arrive_on(&full);
  }
  const __mbarrier_token_t token = __mbarrier_arrive(&full);
  if (threadIdx.x == 1) {
    while (!__mbarrier_test_wait(&full, token)) {}
    *out = tile;
  }
}
