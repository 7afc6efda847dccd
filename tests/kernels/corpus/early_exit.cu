// A thread without work leaves before the barrier of the block that the other waits at.
// Expected: a GPU does not wait for who has left, and CUDA C++ and PTX leave it undefined.
__global__ void halve(int* x) {
  __shared__ int s[2];
  if (x[threadIdx.x] == 0) return;
  s[threadIdx.x] = x[threadIdx.x] / 2;
  __syncthreads();
  x[threadIdx.x] = s[threadIdx.x];
}
