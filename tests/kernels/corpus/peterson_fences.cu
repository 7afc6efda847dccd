// Peterson's lock with a fence between any two of its steps.
// Expected: the fences are of one order, so whoever gives way second sees that the other wants in.
// 2.
__global__ void count(volatile int* wants, volatile int* turn, int* counter) {
  int me = blockIdx.x;
  int other = 1 - me;
  wants[me] = 1;
  __threadfence();
  *turn = other;
  __threadfence();
  while (wants[other] == 1 && *turn == other) {}
  __threadfence();
  *counter += 1;
  __threadfence();
  wants[me] = 0;
}
