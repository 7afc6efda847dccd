// Softmax of a row by a block: the greatest number, the sum of the powers, then each power over the
// sum, each found by a tree in shared memory.

// The function of all numbers of the block.
template <class Function>
__device__ float of_all(float* space, float mine, Function function) {
  space[threadIdx.x] = mine;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) {
      space[threadIdx.x] = function(space[threadIdx.x], space[threadIdx.x + half]);
    }
    __syncthreads();
  }
  const float result = space[0];
  __syncthreads();
  return result;
}

extern "C" __global__ void softmax(float* row, float* out) {
  __shared__ float space[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float greatest = of_all(space, row[i], [](float a, float b) { return fmaxf(a, b); });
  const float power = expf(row[i] - greatest);
  const float sum = of_all(space, power, [](float a, float b) { return a + b; });
  out[i] = power / sum;
}
