// The histogram of histogram.cu with a plain count.
// Expected: the counts race: 0, and 1 or 2.
__global__ void histogram(const int* keys, int* total) {
  __shared__ int bins[2];
  bins[threadIdx.x] = 0;
  __syncthreads();
  bins[keys[threadIdx.x]] += 1;
  __syncthreads();
  atomicAdd(&total[threadIdx.x], bins[threadIdx.x]);
}
