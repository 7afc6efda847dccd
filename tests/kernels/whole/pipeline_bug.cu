// Tiles are copied two ahead of where they are used, but one copy too few is waited for.
#include <cuda_pipeline.h>

constexpr int stages = 3;
constexpr int threads = 128;

__global__ void pipeline(const int* in, int* out, int tiles) {
  __shared__ int tile[stages][threads];
  const int t = threadIdx.x;
  const auto fetch = [&](int next) {
    if (next < tiles) {
      __pipeline_memcpy_async(&tile[next % stages][t], &in[next * threads + t], sizeof(int));
    }
    __pipeline_commit();
  };
  int sum = 0;
  for (int ahead = 0; ahead < stages - 1; ++ahead) fetch(ahead);
  for (int now = 0; now < tiles; ++now) {
    __pipeline_wait_prior(stages - 1);
    __syncthreads();  // the tile is there, and nobody reads the one before it any more
    fetch(now + stages - 1);
    sum += tile[now % stages][(t + 1) % threads];
  }
  out[blockIdx.x * threads + t] = sum;
}
