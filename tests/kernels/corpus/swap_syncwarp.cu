// The exchange of swap_shuffle.cu with a barrier of the warp behind the shuffle.
// Expected: 2 and 1.
__global__ void swap(int* out) {
  __shared__ int s[2];
  s[threadIdx.x] = threadIdx.x + 1;
  int there = __shfl_sync(0x3, threadIdx.x + 1, 1 - threadIdx.x);
  __syncwarp(0x3);
  out[threadIdx.x] = s[there - 1];
}
