// Two blocks count with atomics of block scope, which do not include the other block: the two are
// not morally strong, so that they race (line 7) and one may be lost. Device scope mends it.
#include <cuda/atomic>

__device__ int tally;
__global__ void block_tally() {
  cuda::atomic_ref<int, cuda::thread_scope_block>(tally).fetch_add(1, cuda::memory_order_relaxed);
}
