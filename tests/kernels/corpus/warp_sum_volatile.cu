// The sum of warp_sum.cu in volatile memory.
// Expected: nothing races, but any part may be missing: of 1 + 3 + (2 + 4) all but the 1, and the 4
// only with its 2.
__global__ void sum(int* out) {
  volatile __shared__ int s[4];
  unsigned t = threadIdx.x;
  s[t] = t + 1;
  if (t < 2) s[t] += s[t + 2];
  if (t < 1) s[t] += s[t + 1];
  if (t == 0) *out = s[0];
}
