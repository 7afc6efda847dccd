// Threads that have something append it; those that come together have one atomic.
// Expected: in whatever groups they come, each item has a place: 3 and 4 in either order.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void append(unsigned* count, int* buffer) {
  int item = threadIdx.x + 1;
  if (item < 3) return;
  cg::coalesced_group together = cg::coalesced_threads();
  unsigned base = 0;
  if (together.thread_rank() == 0) base = atomicAdd(count, together.size());
  base = together.shfl(base, 0);
  buffer[base + together.thread_rank()] = item;
}
