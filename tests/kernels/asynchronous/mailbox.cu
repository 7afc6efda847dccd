// Two blocks of a cluster write into each other's shared memory and arrive there.
// Wrong: a block may arrive before the other has initialised its mbarrier: __syncthreads() is no
// barrier of the cluster.
#include <cooperative_groups.h>
#include <cuda/ptx>
namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

__global__ void __cluster_dims__(2, 1, 1) mailbox(int* out) {
  __shared__ int box;
  __shared__ uint64_t ready;
  auto cluster = cg::this_cluster();
  const int rank = cluster.block_rank();
  ptx::mbarrier_init(&ready, 1);
  __syncthreads();
  *cluster.map_shared_rank(&box, 1 - rank) = rank + 1;
  ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster,
                       cluster.map_shared_rank(&ready, 1 - rank));
  while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &ready, 0)) {}
  out[rank] = box;
}
