// Dekker of dekker.cu with __threadfence(), which is fence.sc: at most one block sees 0. So at most
// one touches the counter, and nothing races: 0 or 1.
__global__ void enter(volatile int* wants, int* counter) {
  int me = blockIdx.x;
  wants[me] = 1;
  __threadfence();
  if (wants[1 - me] == 0) *counter = *counter + 1;
}
