// The histogram of histogram.cu without a barrier behind clearing the bins.
// Expected: a bin may be cleared behind the other's count, which races: 0, and 1 or 2.
__global__ void histogram(const int* keys, int* total) {
  __shared__ int bins[2];
  bins[threadIdx.x] = 0;
  atomicAdd(&bins[keys[threadIdx.x]], 1);
  __syncthreads();
  atomicAdd(&total[threadIdx.x], bins[threadIdx.x]);
}
