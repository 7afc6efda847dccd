// Each thread writes its own element or the next one, as the lowest bit of `shift` says: two threads
// write the same one if the first of them shifts and the second does not.
__global__ void shifted(const int* shift, int* out) {
  int i = threadIdx.x;
  out[i + (shift[i] & 1)] = i;
}
