// Two rounds in which a thread reads what its neighbour has left in shared memory. Nothing keeps
// the second round's store (line 8) away from the first round's read (line 10): a race, and out[0]
// may be the later value, 10. A barrier at the end of the loop mends it, or at its beginning.
// No order of the two by atomics would: the value would still be the wrong one.
__global__ void pass_on(int* out) {
  __shared__ int slot[2];
  for (int round = 0; round < 2; ++round) {
    slot[threadIdx.x] = 10 * round + threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 1) out[round] = slot[0];
  }
}
