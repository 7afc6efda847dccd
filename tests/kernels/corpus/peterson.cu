// Peterson's lock with a fence before the loop, but none between the two stores before it.
// Expected: the turn may be seen before the wish. Then both go in, the count races with itself, and
// it is 1 or 2.
__global__ void count(volatile int* wants, volatile int* turn, int* counter) {
  int me = blockIdx.x;
  int other = 1 - me;
  wants[me] = 1;
  *turn = other;
  __threadfence();
  while (wants[other] == 1 && *turn == other) {}
  __threadfence();
  *counter += 1;
  __threadfence();
  wants[me] = 0;
}
