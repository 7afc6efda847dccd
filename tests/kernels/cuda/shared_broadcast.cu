// A broadcast without a barrier. The source has a race, but the compiler sees that nothing else is
// ever stored to s, and puts 42 wherever it is read: in the PTX there is no s. Both read 42.
__global__ void broadcast(int* out) {
  __shared__ int s;
  if (threadIdx.x == 0) s = 42;
  out[threadIdx.x] = s;
}
