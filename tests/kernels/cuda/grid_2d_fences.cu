// The rows of grid_2d.cu with fences: each reads the other's.
__global__ void rows(int* row, volatile int* up, int* out) {
  int me = blockIdx.y;
  int other = gridDim.y - 1 - me;
  row[me * gridDim.x + blockIdx.x] = 10 + me;
  __threadfence();
  up[me] = 1;
  while (up[other] == 0) {}
  __threadfence();
  out[me] = row[other * gridDim.x + blockIdx.x];
}
