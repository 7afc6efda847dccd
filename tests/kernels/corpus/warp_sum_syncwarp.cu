// Four threads of a warp add up in shared memory, with a barrier of the warp behind each step.
// Expected: 10.
__global__ void sum(int* out) {
  __shared__ int s[4];
  unsigned t = threadIdx.x;
  s[t] = t + 1;
  __syncwarp(0xf);
  if (t < 2) s[t] += s[t + 2];
  __syncwarp(0xf);
  if (t < 1) s[t] += s[t + 1];
  if (t == 0) *out = s[0];
}
