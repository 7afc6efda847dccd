// The least of unsigned numbers, one of which has its highest bit set: 3000000000 is more than 7.
// Nothing races, and least is 7 at the end.
__global__ void smallest(unsigned* least, const unsigned* in) {
  atomicMin(least, in[threadIdx.x]);
}
