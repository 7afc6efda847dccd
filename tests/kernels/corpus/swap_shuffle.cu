// Two threads of a warp exchange values in shared memory; that both have written one learns from a
// shuffle.
// Expected: a shuffle waits for the others, but orders no memory (CUDA C++ Programming Guide, Warp
// Shuffle Functions). The values race: 0 or 2, 0 or 1.
__global__ void swap(int* out) {
  __shared__ int s[2];
  s[threadIdx.x] = threadIdx.x + 1;
  int there = __shfl_sync(0x3, threadIdx.x + 1, 1 - threadIdx.x);
  out[threadIdx.x] = s[there - 1];
}
