// Threads of a warp write those of their values that count without gaps; where, they know from a
// vote.
// Expected: 5 and 7.
__global__ void compact(const int* x, int* out, int* count) {
  bool keep = x[threadIdx.x] % 2 == 1;
  unsigned kept = __ballot_sync(0x7, keep);
  if (keep) out[__popc(kept & ((1u << threadIdx.x) - 1))] = x[threadIdx.x];
  if (threadIdx.x == 0) *count = __popc(kept);
}
