// An element far from the beginning of a buffer whose size nobody gives: no size is exceeded.
__global__ void far_element(const int* in, int* out) {
  out[threadIdx.x] = in[3000000 + threadIdx.x];
}
