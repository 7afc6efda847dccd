// Two pointers that may lead to the same memory: --alias in,out.
__global__ void shift(const int* in, int* out) {
  out[threadIdx.x + 1] = in[threadIdx.x];
}

__global__ void shift_restricted(const int* __restrict__ in, int* __restrict__ out) {
  out[threadIdx.x + 1] = in[threadIdx.x];
}
