// As outside_choice.cu, with atomics: no race, and out is 0 to 2.
__device__ int somewhere(int thread);
__global__ void maybe(int* out) {
  if (somewhere(threadIdx.x) != 0) atomicAdd(out, 1);
}
