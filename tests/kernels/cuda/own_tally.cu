// Each thread adds to its own counter and reads the other's. The barrier comes too early: the
// addition (line 8) and the read (line 9) race, and 0 may be read. With a barrier between the two
// it is always 5; a stronger addition alone leaves it open who is first.
__global__ void own_tally(int* out) {
  __shared__ int tally[2];
  tally[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&tally[threadIdx.x], 5);
  out[threadIdx.x] = tally[1 - threadIdx.x];
}
