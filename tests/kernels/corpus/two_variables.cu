// The variables of two_variables_fences.cu without fences.
// Expected: the old speed with the new gear is possible, too: 120.
__device__ volatile int speed = 1;
__device__ volatile int gear = 2;

__global__ void shift(int* out) {
  if (blockIdx.x == 0) {
    speed = 10;
    gear = 20;
  } else {
    int g = gear;
    int s = speed;
    *out = 100 * s + g;
  }
}
