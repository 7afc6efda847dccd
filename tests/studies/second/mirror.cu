__global__ void mirror(int* data) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = data[t];
  data[t] = s[63 - t];
}
