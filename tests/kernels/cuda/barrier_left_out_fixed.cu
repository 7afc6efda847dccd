// The rows of barrier_left_out.cu: all threads take all turns.
__global__ void rows(const int* in, int* out) {
  int sum = 0;
  for (int turn = 0; turn < 3; ++turn) {
    int row = threadIdx.x + turn;
    if (row < 3) sum += in[row];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
