// Two blocks of a cluster write into each other's shared memory and arrive there.
// Wrong: a wait acquires at the scope of its own block if nothing is said, and the arrival came
// from another one (9.7.15.16.19). It is counted all the same, which hides the mistake.
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
  ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  ptx::barrier_cluster_arrive(ptx::sem_relaxed);
  ptx::barrier_cluster_wait();
  *cluster.map_shared_rank(&box, 1 - rank) = rank + 1;
  ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster,
                       cluster.map_shared_rank(&ready, 1 - rank));
  while (!ptx::mbarrier_try_wait_parity(&ready, 0)) {}
  out[rank] = box;
}
