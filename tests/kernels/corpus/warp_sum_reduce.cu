// Four threads of a warp add up by the instruction for that, or by passing on registers where there
// is none.
// Expected: 10 for all.
__global__ void sum(int* out) {
  int value = threadIdx.x + 1;
#if __CUDA_ARCH__ >= 800
  value = __reduce_add_sync(0xf, value);
#else
  value += __shfl_xor_sync(0xf, value, 2);
  value += __shfl_xor_sync(0xf, value, 1);
#endif
  out[threadIdx.x] = value;
}
