// A warp brings tiles by bulk copies, and four warps use them: a ring of two slots, each with an
// mbarrier for full and one for empty.
#include <cuda/ptx>
namespace ptx = cuda::ptx;

constexpr int slots = 2;
constexpr int consumers = 128;

__global__ void ring(const int* in, int* out, int tiles) {
  __shared__ alignas(128) int tile[slots][consumers];
  __shared__ uint64_t full[slots], empty[slots];
  const int t = threadIdx.x;
  if (t == 0) {
    for (int slot = 0; slot < slots; ++slot) {
      ptx::mbarrier_init(&full[slot], 1);
      ptx::mbarrier_init(&empty[slot], consumers);
    }
  }
  __syncthreads();
  if (t == consumers) {
    for (int now = 0; now < tiles; ++now) {
      const int slot = now % slots;
      const int phase = now / slots % 2;
      while (!ptx::mbarrier_try_wait_parity(&empty[slot], phase ^ 1)) {}
      ptx::fence_proxy_async(ptx::space_shared);
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared,
                                     &full[slot], sizeof(tile[slot]));
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile[slot],
                         in + now * consumers, sizeof(tile[slot]), &full[slot]);
    }
  } else if (t < consumers) {
    int sum = 0;
    for (int now = 0; now < tiles; ++now) {
      const int slot = now % slots;
      while (!ptx::mbarrier_try_wait_parity(&full[slot], now / slots % 2)) {}
      sum += tile[slot][(t + 1) % consumers];
      ptx::mbarrier_arrive(&empty[slot]);
    }
    out[t] = sum;
  }
}
