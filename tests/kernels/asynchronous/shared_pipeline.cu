// Two threads share a pipeline of one stage, and go round twice.
// Wrong: the stage is given back before it is read. The thread that copies may copy the next
// element there.
#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;

__global__ void shared_pipeline(const int* in, int* out) {
  __shared__ int tile;
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state;
  auto block = cg::this_thread_block();
  auto pipeline = cuda::make_pipeline(block, &state);
  const int t = threadIdx.x;
  for (int round = 0; round < 2; ++round) {
    pipeline.producer_acquire();
    if (t == 0) cuda::memcpy_async(&tile, &in[round], sizeof(int), pipeline);
    pipeline.producer_commit();
    pipeline.consumer_wait();
    pipeline.consumer_release();
    if (t == 1) out[round] = tile;
  }
}
