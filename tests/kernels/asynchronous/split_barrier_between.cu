// Two blocks of a cluster read each other's shared memory behind a barrier in two halves.
// Wrong: the value is written between the arrival and the wait, and the arrival releases what was
// before it.
#include <cooperative_groups.h>
#include <cuda/ptx>
namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

__global__ void __cluster_dims__(2, 1, 1) split_barrier(int* out) {
  __shared__ int box;
  auto cluster = cg::this_cluster();
  const int rank = cluster.block_rank();
  ptx::barrier_cluster_arrive(ptx::sem_release);
  box = rank + 1;
  ptx::barrier_cluster_wait();
  out[rank] = *cluster.map_shared_rank(&box, 1 - rank);
  cluster.sync();
}
