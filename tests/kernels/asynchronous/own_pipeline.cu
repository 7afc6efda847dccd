// Each thread copies an element in a pipeline of its own, and reads that of the other.
// Wrong: consumer_wait() of a pipeline of one thread waits for copies of this thread.
#include <cuda/pipeline>

__global__ void own_pipeline(const int* in, int* out) {
  __shared__ int tile[2];
  auto pipeline = cuda::make_pipeline();
  pipeline.producer_acquire();
  cuda::memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int), pipeline);
  pipeline.producer_commit();
  pipeline.consumer_wait();
  out[threadIdx.x] = tile[1 - threadIdx.x];
  pipeline.consumer_release();
}
