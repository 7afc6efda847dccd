// A block stores into the shared memory of another by st.async.
// Right: the block waits at the mbarrier that the store tells, at the scope of the cluster.
#include <cooperative_groups.h>
#include <cuda/ptx>
namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

__global__ void __cluster_dims__(2, 1, 1) push(int* out) {
  __shared__ int box;
  __shared__ uint64_t full;
  auto cluster = cg::this_cluster();
  if (cluster.block_rank() == 1) {
    ptx::mbarrier_init(&full, 1);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full,
                                   sizeof(box));
  }
  cluster.sync();
  if (cluster.block_rank() == 0) {
    ptx::st_async(cluster.map_shared_rank(&box, 1), 42, cluster.map_shared_rank(&full, 1));
  } else {
    while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &full, 0)) {}
    *out = box;
  }
}
