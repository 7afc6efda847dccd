// Each thread copies an element, and reads that of the other.
// Right: each thread waits for its own copy, and then for the other thread.
#include <cuda_pipeline.h>

__global__ void prefetch(const int* in, int* out) {
  __shared__ int tile[2];
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = tile[1 - threadIdx.x];
}
