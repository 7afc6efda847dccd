// The variables of two_variables_fences.cu with a fence where they are written only.
// Expected: the loads may be exchanged: 120 is possible.
__device__ volatile int speed = 1;
__device__ volatile int gear = 2;

__global__ void shift(int* out) {
  if (blockIdx.x == 0) {
    speed = 10;
    __threadfence();
    gear = 20;
  } else {
    int g = gear;
    int s = speed;
    *out = 100 * s + g;
  }
}
