// The barrier of grid_barrier.cu used twice, with a second value behind the first.
// Expected: 12 and 11.
__device__ unsigned arrived;
__device__ volatile unsigned sense;

__device__ void barrier() {
  unsigned next = 1 - sense;
  __threadfence();
  if (atomicAdd(&arrived, 1) == gridDim.x - 1) {
    atomicExch(&arrived, 0);
    __threadfence();
    sense = next;
  } else {
    while (sense != next) {}
  }
  __threadfence();
}

__global__ void swap(int* x) {
  x[blockIdx.x] = blockIdx.x + 1;
  barrier();
  int seen = x[1 - blockIdx.x];
  barrier();
  x[blockIdx.x] = seen + 10;
}
