// A flag that is not volatile. The compiler reads it once and then goes round without looking, so a
// reader that comes early never ends. Besides, the flag races (lines 7 and 9), and so do the data
// (lines 6 and 10). A reader that ends read the flag as 1, and the data as 0 or 42.
__global__ void handoff(int* data, int* flag, int* out) {
  if (blockIdx.x == 0) {
    *data = 42;
    *flag = 1;
  } else {
    while (*flag == 0) {}
    *out = *data;
  }
}
