// The append of warp_append.cu; the first thread does not tell where.
// Expected: the second thread of each warp takes place 1, in a race with its like in the other
// warp.
__global__ void append(unsigned* count, int* buffer) {
  unsigned all = 0x3;
  unsigned wants = __ballot_sync(all, true);
  unsigned before = __popc(wants & ((1u << threadIdx.x) - 1));
  unsigned base = 0;
  if (before == 0) base = atomicAdd(count, __popc(wants));
  buffer[base + before] = 2 * blockIdx.x + threadIdx.x + 1;
}
