// A kernel with a number for a parameter: as many threads as it says store.
__global__ void fill(int* out, int count, int value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = value;
}
