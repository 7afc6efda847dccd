// The histogram of histogram.cu without a barrier before the bins are added up.
// Expected: thread 1 may miss what thread 0 counted in its bin, which races: 0, and 1 or 2.
__global__ void histogram(const int* keys, int* total) {
  __shared__ int bins[2];
  bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[keys[threadIdx.x]], 1);
  atomicAdd(&total[threadIdx.x], bins[threadIdx.x]);
}
