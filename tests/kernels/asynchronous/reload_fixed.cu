// A tile is loaded by cuda::memcpy_async, read by another thread, and loaded again.
// Right: a fence behind the read.
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/ptx>
namespace cg = cooperative_groups;

__global__ void reload(const int* in, int* out) {
  __shared__ alignas(16) int tile[4];
  __shared__ cuda::barrier<cuda::thread_scope_block> copied;
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0) init(&copied, block.size());
  block.sync();
  for (int round = 0; round < 2; ++round) {
    cuda::memcpy_async(block, tile, in + 4 * round, cuda::aligned_size_t<16>(sizeof(tile)),
                       copied);
    copied.arrive_and_wait();
    if (threadIdx.x == 1) {
      out[round] = tile[0];
      cuda::ptx::fence_proxy_async(cuda::ptx::space_shared);
    }
    block.sync();
  }
}
