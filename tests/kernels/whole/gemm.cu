// A product of matrices as it is written for tensor cores: a warp brings tiles of both, swizzled,
// and a warpgroup multiplies them: a ring of two slots, each with an mbarrier for full and one for
// empty.
#include <cuda.h>
#include <cuda_fp16.h>
#include <cuda/ptx>
namespace ptx = cuda::ptx;

constexpr int slots = 2;
constexpr int rows = 64;    // of a block's tile
constexpr int columns = 8;  // likewise
constexpr int depth = 64;   // of what a slot holds: 128 bytes
constexpr int consumers = 128;

// Where a tile lies whose rows are swizzled in 128 bytes, eight of them 1024 apart.
__device__ uint64_t descriptor(const __half* tile) {
  const auto address = static_cast<uint64_t>(__cvta_generic_to_shared(tile));
  return (address & 0x3FFFF) >> 4 | uint64_t{1} << 16 | uint64_t{1024 >> 4} << 32 |
         uint64_t{1} << 62;
}

__device__ void multiply(float (&sums)[4], const __half* a, const __half* b) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, "
               "1, 1, 1, 0, 0;"
               : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
               : "l"(descriptor(a)), "l"(descriptor(b)));
}

__global__ void gemm(const __grid_constant__ CUtensorMap a_map,
                     const __grid_constant__ CUtensorMap b_map, float* out, int tiles) {
  __shared__ alignas(1024) __half a[slots][rows * depth];
  __shared__ alignas(1024) __half b[slots][columns * depth];
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
      while (!ptx::mbarrier_try_wait_parity(&empty[slot], now / slots % 2 ^ 1)) {}
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared,
                                     &full[slot], sizeof(a[slot]) + sizeof(b[slot]));
      const int32_t a_at[2] = {now * depth, static_cast<int>(blockIdx.x) * rows};
      const int32_t b_at[2] = {now * depth, 0};
      ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, a[slot], &a_map, a_at,
                                &full[slot]);
      ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, b[slot], &b_map, b_at,
                                &full[slot]);
    }
  } else if (t < consumers) {
    float sums[4] = {};
    for (int now = 0; now < tiles; ++now) {
      const int slot = now % slots;
      while (!ptx::mbarrier_try_wait_parity(&full[slot], now / slots % 2)) {}
      asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
      for (int k = 0; k < depth; k += 16) multiply(sums, &a[slot][k], &b[slot][k]);
      asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
      asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
      ptx::mbarrier_arrive(&empty[slot]);
    }
    const int row = blockIdx.x * rows + t / 32 * 16 + t % 32 / 4;
    const int column = t % 4 * 2;
    for (int i = 0; i < 4; ++i) out[(row + i / 2 * 8) * columns + column + i % 2] = sums[i];
  }
}
