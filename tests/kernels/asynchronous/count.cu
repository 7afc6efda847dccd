// Two blocks of a cluster add to a sum in one of them by red.async.
// Wrong: the bytes of one addition are expected, and two come. The phase is complete with the
// first.
#include <cooperative_groups.h>
#include <cuda/ptx>
namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

__global__ void __cluster_dims__(2, 1, 1) count(int* out) {
  __shared__ int sum;
  __shared__ uint64_t full;
  auto cluster = cg::this_cluster();
  const int rank = cluster.block_rank();
  if (rank == 0) {
    sum = 0;
    ptx::mbarrier_init(&full, 1);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full,
                                   sizeof(sum));
  }
  cluster.sync();
  ptx::red_async(ptx::op_add, cluster.map_shared_rank(&sum, 0), rank + 1,
                 cluster.map_shared_rank(&full, 0));
  if (rank == 0) {
    while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &full, 0)) {}
    *out = sum;
  }
  cluster.sync();
}
