// Each thread copies an element, and reads that of the other.
// Wrong: when a thread has passed the barrier the other need not have waited yet.
#include <cuda_pipeline.h>

__global__ void prefetch(const int* in, int* out) {
  __shared__ int tile[2];
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int));
  __pipeline_commit();
  __syncthreads();
  __pipeline_wait_prior(0);
  out[threadIdx.x] = tile[1 - threadIdx.x];
}
