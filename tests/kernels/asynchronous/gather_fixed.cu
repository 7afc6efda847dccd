// Each thread copies an element by cuda::memcpy_async, and reads that of the other.
// Right: all wait at the barrier to which the copies are bound.
#include <cooperative_groups.h>
#include <cuda/barrier>
namespace cg = cooperative_groups;

__global__ void gather(const int* in, int* out) {
  __shared__ int tile[2];
  __shared__ cuda::barrier<cuda::thread_scope_block> copied;
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0) init(&copied, block.size());
  block.sync();
  cuda::memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int), copied);
  copied.arrive_and_wait();
  out[threadIdx.x] = tile[1 - threadIdx.x];
}
