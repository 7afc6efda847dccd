// Four threads of a warp add up in shared memory, trusting that a warp goes in step.
// Expected: since Volta it need not. The words race, and any part may be missing.
__global__ void sum(int* out) {
  __shared__ int s[4];
  unsigned t = threadIdx.x;
  s[t] = t + 1;
  if (t < 2) s[t] += s[t + 2];
  if (t < 1) s[t] += s[t + 1];
  if (t == 0) *out = s[0];
}
