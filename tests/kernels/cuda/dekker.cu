// Each block says that it wants to enter, and enters if the other does not. Volatile accesses of
// two locations may overtake each other, so both may see 0 and enter: the counter races (line 7),
// and is 0 if both stayed outside, 1, or 2.
__global__ void enter(volatile int* wants, int* counter) {
  int me = blockIdx.x;
  wants[me] = 1;
  if (wants[1 - me] == 0) *counter = *counter + 1;
}
