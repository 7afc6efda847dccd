// Two blocks of a cluster read each other's shared memory.
// Wrong: a block goes on and overwrites its value, which the other may still read.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) neighbours(int* out) {
  __shared__ int box;
  auto cluster = cg::this_cluster();
  const int rank = cluster.block_rank();
  box = rank + 1;
  cluster.sync();
  out[rank] = *cluster.map_shared_rank(&box, 1 - rank);
  box = 10 + rank;
  cluster.sync();
  out[2 + rank] = box;
}
