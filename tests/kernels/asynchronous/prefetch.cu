// Each thread copies an element, and reads that of the other.
// Wrong: a barrier does not wait for what threads have in flight (9.7.10.28.3.3).
#include <cuda_pipeline.h>

__global__ void prefetch(const int* in, int* out) {
  __shared__ int tile[2];
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int));
  __pipeline_commit();
  __syncthreads();
  out[threadIdx.x] = tile[1 - threadIdx.x];
}
