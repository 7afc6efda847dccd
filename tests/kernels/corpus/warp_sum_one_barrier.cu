// The sum of warp_sum_syncwarp.cu without the second barrier.
// Expected: thread 0 may read what thread 1 had before, 2, so 6 or 10.
__global__ void sum(int* out) {
  __shared__ int s[4];
  unsigned t = threadIdx.x;
  s[t] = t + 1;
  __syncwarp(0xf);
  if (t < 2) s[t] += s[t + 2];
  if (t < 1) s[t] += s[t + 1];
  if (t == 0) *out = s[0];
}
