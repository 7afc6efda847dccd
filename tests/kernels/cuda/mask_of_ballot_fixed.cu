// The lanes of mask_of_ballot.cu that voted yes.
__global__ void told(const int* in, int* out) {
  bool mine = in[threadIdx.x] > 0;
  unsigned yes = __ballot_sync(0x7, mine);
  if (mine) {
    out[threadIdx.x] = 1;
    __syncwarp(yes);
    if (threadIdx.x == 0) out[3] = out[1];
  }
}
