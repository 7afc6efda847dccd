// Two volatile variables are written in order, and read in the opposite order.
// Expected: with fences on both sides a new gear means a new speed: 102, 1002 or 1020.
__device__ volatile int speed = 1;
__device__ volatile int gear = 2;

__global__ void shift(int* out) {
  if (blockIdx.x == 0) {
    speed = 10;
    __threadfence();
    gear = 20;
  } else {
    int g = gear;
    __threadfence();
    int s = speed;
    *out = 100 * s + g;
  }
}
