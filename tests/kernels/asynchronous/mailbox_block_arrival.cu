// Two blocks of a cluster write into each other's shared memory and arrive there.
// Wrong: an arrival releases at the scope of its own block if nothing is said, also at an mbarrier
// of another one (9.7.15.16.16).
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
  asm volatile(
      "{.reg .b32 there; mapa.shared::cluster.u32 there, %0, %1;"
      " mbarrier.arrive.shared::cluster.b64 _, [there];}"
      :
      : "r"(static_cast<unsigned>(__cvta_generic_to_shared(&ready))), "r"(1 - rank)
      : "memory");
  while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &ready, 0)) {}
  out[rank] = box;
}
