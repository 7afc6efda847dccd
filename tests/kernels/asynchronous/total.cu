// One block adds a tile to sums, and another adds to one of them.
// Wrong: a bulk reduction and an atomic of a thread are of different proxies, so not morally strong
// (8.7), and atomic only towards their own kind: one of them may be lost.
#include <cuda/ptx>
namespace ptx = cuda::ptx;

__global__ void total(uint64_t* sums) {
  __shared__ alignas(16) uint64_t tile[2];
  if (blockIdx.x == 0) {
    for (int i = 0; i < 2; ++i) tile[i] = 1;
    ptx::fence_proxy_async(ptx::space_shared);
    ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, sums, tile,
                              sizeof(tile));
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>{});
  } else {
    atomicAdd(reinterpret_cast<unsigned long long*>(sums), 10ull);
  }
}
