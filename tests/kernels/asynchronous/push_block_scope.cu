// A block stores into the shared memory of another by st.async.
// Wrong: the store was issued in another block, and the wait acquires at the scope of its own
// (9.7.10.28.4). Libraries of kernels rely on more; the text does not give it.
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
    while (!ptx::mbarrier_try_wait_parity(&full, 0)) {}
    *out = box;
  }
}
