// The mailbox of mailbox.cu without the barrier that keeps the second value from coming too early.
// Expected: it races with the reading of the first, which may see it: 1 or 2, then 2.
__global__ void broadcast(int* out) {
  __shared__ int slot;
  for (int i = 0; i < 2; ++i) {
    if (threadIdx.x == 0) slot = i + 1;
    __syncthreads();
    if (threadIdx.x == 1) out[i] = slot;
  }
}
