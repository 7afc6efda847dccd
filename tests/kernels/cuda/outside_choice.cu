// somewhere() has no body here: it may give anything. Where it gives something else than 0 in both
// threads they store (line 5), and race; out is 0, 1 or 2.
__device__ int somewhere(int thread);
__global__ void maybe(int* out) {
  if (somewhere(threadIdx.x) != 0) *out = threadIdx.x + 1;
}
