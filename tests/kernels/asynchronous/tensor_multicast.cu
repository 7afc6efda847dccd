// A block loads a row of a tensor for itself and for the other block of its cluster.
// Wrong: the copy was issued in one block, and the other waits at the scope of its own
// (9.7.10.28.4). Libraries of kernels rely on more; the text does not give it.
#include <cooperative_groups.h>
#include <cuda.h>
#include <cuda/ptx>
namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

__global__ void __cluster_dims__(2, 1, 1)
    multicast(const __grid_constant__ CUtensorMap map, int* out) {
  __shared__ alignas(128) int tile[4];
  __shared__ uint64_t full;
  const int rank = cg::this_cluster().block_rank();
  ptx::mbarrier_init(&full, 1);
  ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full,
                                 sizeof(tile));
  cg::this_cluster().sync();
  if (rank == 0)
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
        ".multicast::cluster [%0], [%1, {%3, %3}], [%2], %4;"
        :
        : "r"(static_cast<unsigned>(__cvta_generic_to_shared(tile))), "l"(&map),
          "r"(static_cast<unsigned>(__cvta_generic_to_shared(&full))), "r"(0),
          "h"(static_cast<short>(3))
        : "memory");
  while (!ptx::mbarrier_try_wait_parity(&full, 0)) {}
  out[rank] = tile[rank];
}
