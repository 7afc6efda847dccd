// A producer loads rows of a tensor into two stages, and a consumer gives them back empty. The map
// is a member of what the kernel is given, and the copies are written as CUTLASS writes them.
// Wrong: the consumer gives a stage back before it has read it, so that the read may find what the
// next copy into the stage brings.
#include <cuda.h>
#include <cuda/ptx>
namespace ptx = cuda::ptx;

struct Params {
  int rows;
  CUtensorMap in;
  int* out;
};

__device__ void load_row(const CUtensorMap* map, uint64_t* full, void* stage, int row) {
  const auto descriptor = reinterpret_cast<uint64_t>(map);
  const auto mbarrier = static_cast<uint32_t>(__cvta_generic_to_shared(full));
  const auto to = static_cast<uint32_t>(__cvta_generic_to_shared(stage));
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint"
      " [%0], [%1, {%3, %4}], [%2], %5;"
      :: "r"(to), "l"(descriptor), "r"(mbarrier), "r"(0), "r"(row), "l"(0x12F0000000000000)
      : "memory");
}

__global__ void ring(const __grid_constant__ Params p) {
  __shared__ alignas(128) int stage[2][32];
  __shared__ uint64_t full[2], empty[2];
  if (threadIdx.x == 0) {
    asm volatile("prefetch.tensormap [%0];" :: "l"(&p.in) : "memory");
    for (int i = 0; i < 2; ++i) {
      ptx::mbarrier_init(&full[i], 1);
      ptx::mbarrier_init(&empty[i], 1);
    }
  }
  __syncthreads();
  for (int row = 0; row < p.rows; ++row) {
    const int slot = row % 2;
    const int phase = row / 2 % 2;
    if (threadIdx.x == 0) {
      while (!ptx::mbarrier_try_wait_parity(&empty[slot], phase ^ 1)) {}
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared,
                                     &full[slot], 16);
      load_row(&p.in, &full[slot], stage[slot], row);
    } else {
      while (!ptx::mbarrier_try_wait_parity(&full[slot], phase)) {}
      ptx::mbarrier_arrive(&empty[slot]);
      p.out[row] = stage[slot][0];
    }
  }
}
