// Each thread writes where a table says (line 5): two of them at one place, if it says so. Of a
// table that nobody gives the answer for zeros says so.
__global__ void scatter(const int* to, int* out) {
  const int at = threadIdx.x + (to[threadIdx.x] & 1);
  out[at] = 1 + threadIdx.x;
}
