// A member of a structure that is not there: line 8 stores 4 bytes behind the null pointer.
struct Pair {
  int first;
  int second;
};
__global__ void member(int* out) {
  Pair* const pair = nullptr;
  pair->second = 7;
  *out = 1;
}
