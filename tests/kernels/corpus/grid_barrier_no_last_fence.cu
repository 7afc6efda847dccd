// The barrier of grid_barrier.cu without the fence behind the wait.
// Expected: what the last to come wrote races with the first's read, which may find 0.
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
}

__global__ void swap(int* x, int* out) {
  x[blockIdx.x] = blockIdx.x + 1;
  barrier();
  out[blockIdx.x] = x[1 - blockIdx.x];
}
