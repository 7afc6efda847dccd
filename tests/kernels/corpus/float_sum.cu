// Blocks add floats to one sum by atomics, in any order.
// Expected: 1 + 2 is 3 in either order.
__global__ void sum(float* total) {
  atomicAdd(total, blockIdx.x + 1.0f);
}
