// Threads count keys in shared memory and add their counts to those of the grid.
// Expected: with two keys 1 the counts are 0 and 2.
__global__ void histogram(const int* keys, int* total) {
  __shared__ int bins[2];
  bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[keys[threadIdx.x]], 1);
  __syncthreads();
  atomicAdd(&total[threadIdx.x], bins[threadIdx.x]);
}
