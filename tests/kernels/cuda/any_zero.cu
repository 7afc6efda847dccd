// All threads that find a zero say so, at one place and with one value (line 4): a race by PTX, and
// one that makes no difference to the value.
__global__ void any_zero(const int* in, int* found) {
  if (in[threadIdx.x] == 0) *found = 1;
}
