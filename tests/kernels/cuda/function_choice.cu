// One of two functions, chosen by what is in memory: the thread that finds a 1 calls a function
// that stores 1, the other one stores 2 (lines 4 and 5). A race; out is 1 or 2.
extern "C" {
__device__ __noinline__ void store_one(int* to) { *to = 1; }
__device__ __noinline__ void store_two(int* to) { *to = 2; }
}
__global__ void choose(const int* one, int* out) {
  void (*action)(int*) = one[threadIdx.x] ? store_one : store_two;
  action(out);
}
