// A product of matrices as it is written for tensor cores of a warp: tiles come by asynchronous
// copies into one of two slots while the other one is multiplied. Nobody waits until all warps have
// read a tile before the next but one comes into its place.
#include <cuda_fp16.h>
#include <cuda_pipeline.h>

#include <cstdint>

constexpr int rows = 64;     // of a block, 16 of each of its four warps
constexpr int columns = 8;   // of all
constexpr int depth = 16;    // of a tile

__device__ uint32_t address(const __half* place) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(place));
}

__global__ void multiply(const __half* a, const __half* b, float* out, int tiles) {
  __shared__ alignas(16) __half left[2][rows * depth];
  __shared__ alignas(16) __half right[2][columns * depth];
  const int t = threadIdx.x, warp = t / 32, lane = t % 32;
  const int width = tiles * depth;
  const auto bring = [&](int now) {
    const int slot = now % 2, row = t / 2, half = t % 2 * 8;
    __pipeline_memcpy_async(&left[slot][row * depth + half],
                            &a[(blockIdx.x * rows + row) * width + now * depth + half], 16);
    if (t < 2 * columns) {
      __pipeline_memcpy_async(&right[slot][row * depth + half],
                              &b[row * width + now * depth + half], 16);
    }
    __pipeline_commit();
  };
  float sums[4] = {};
  bring(0);
  for (int now = 0; now < tiles; ++now) {
    const int slot = now % 2;
    if (now + 1 < tiles) bring(now + 1);
    __pipeline_wait_prior(now + 1 < tiles ? 1 : 0);
    __syncthreads();
    uint32_t l[4], r[2];
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(l[0]), "=r"(l[1]), "=r"(l[2]), "=r"(l[3])
                 : "r"(address(&left[slot][(warp * 16 + lane % 16) * depth + lane / 16 * 8])));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
                 : "=r"(r[0]), "=r"(r[1])
                 : "r"(address(&right[slot][lane % 8 * depth + lane / 8 % 2 * 8])));
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, "
        "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
        : "r"(l[0]), "r"(l[1]), "r"(l[2]), "r"(l[3]), "r"(r[0]), "r"(r[1]));
  }
  const int row = blockIdx.x * rows + warp * 16 + lane / 4, column = lane % 4 * 2;
  for (int i = 0; i < 4; ++i) out[(row + i / 2 * 8) * columns + column + i % 2] = sums[i];
}
