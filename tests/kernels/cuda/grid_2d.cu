// A grid of 1 x 2 blocks: each fills its row and raises its flag, and reads the row of the other
// when that is up. Without fences lines 6 and 9 race, and the value read is 0 or new.
__global__ void rows(int* row, volatile int* up, int* out) {
  int me = blockIdx.y;
  int other = gridDim.y - 1 - me;
  row[me * gridDim.x + blockIdx.x] = 10 + me;
  up[me] = 1;
  while (up[other] == 0) {}
  out[me] = row[other * gridDim.x + blockIdx.x];
}
