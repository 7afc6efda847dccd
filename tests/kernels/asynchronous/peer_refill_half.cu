// A block reads its tile, and another block of the cluster loads the next one there.
// Wrong: the half with the reader is there, and the one with the writer is not.
#include <cooperative_groups.h>
#include <cuda/ptx>
namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

__global__ void __cluster_dims__(2, 1, 1) peer_refill(const int* in, int* out) {
  __shared__ alignas(16) int tile[4];
  __shared__ uint64_t full;
  auto cluster = cg::this_cluster();
  if (cluster.block_rank() == 1) {
    ptx::mbarrier_init(&full, 1);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full,
                                   sizeof(tile));
    out[0] = tile[0];
    ptx::fence_proxy_async_generic_sync_restrict(ptx::sem_release, ptx::space_shared,
                                                 ptx::scope_cluster);
  }
  cluster.sync();
  if (cluster.block_rank() == 0) {
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, cluster.map_shared_rank(tile, 1), in,
                       sizeof(tile), cluster.map_shared_rank(&full, 1));
  } else {
    while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &full, 0)) {}
    out[1] = tile[0];
  }
}
