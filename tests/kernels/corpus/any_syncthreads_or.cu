// A block asks whether some thread has found something, with a barrier that collects it.
// Expected: 1 and 1.
__global__ void any(const int* x, int* out) {
  int some = __syncthreads_or(x[threadIdx.x] > 0);
  out[threadIdx.x] = some != 0;
}
