// Two blocks of a cluster read each other's shared memory.
// Wrong: __syncthreads() is a barrier of one block.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) neighbours(int* out) {
  __shared__ int box;
  auto cluster = cg::this_cluster();
  const int rank = cluster.block_rank();
  box = rank + 1;
  __syncthreads();
  out[rank] = *cluster.map_shared_rank(&box, 1 - rank);
  cluster.sync();
}
