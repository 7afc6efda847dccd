// Two elements are copied in two groups, and read one after the other.
// Wrong: at the end no third group stands behind the second, which is the one that the wait leaves
// (9.7.10.28.3.3).
#include <cuda_pipeline.h>

__global__ void stages(const int* in, int* out) {
  __shared__ int stage[2];
  __pipeline_memcpy_async(&stage[0], &in[0], sizeof(int));
  __pipeline_commit();
  __pipeline_memcpy_async(&stage[1], &in[1], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(1);
  out[0] = stage[0];
  __pipeline_wait_prior(1);
  out[1] = stage[1];
}
