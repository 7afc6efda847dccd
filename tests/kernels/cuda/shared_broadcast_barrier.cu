// The broadcast of shared_broadcast.cu with a barrier: 42.
__global__ void broadcast(int* out) {
  __shared__ int s;
  if (threadIdx.x == 0) s = 42;
  __syncthreads();
  out[threadIdx.x] = s;
}
