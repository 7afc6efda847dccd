// Kernels that call functions, keep things on the stack and read constants. nvcc leaves the calls
// in if it does not optimise (-Xcicc -O0), and those of __noinline__ functions always.
__constant__ int table[4] = {1, 2, 3, 4};
__constant__ int scale;

struct Pair {
  int* data;
  int* flag;
};

__noinline__ __device__ int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }

__noinline__ __device__ void publish(Pair pair, int value) {
  *pair.data = value;
  __threadfence();
  *(volatile int*)pair.flag = 1;
}

extern "C" __global__ void mp(Pair pair, int* out) {
  if (blockIdx.x == 0) {
    publish(pair, factorial(3) + table[1] + scale);
  } else {
    while (*(volatile int*)pair.flag == 0) {
    }
    __threadfence();
    out[0] = *pair.data;
  }
}

extern "C" __global__ void unfenced(const __grid_constant__ Pair pair, int* out) {
  const Pair* const known = &pair;
  if (blockIdx.x == 0) {
    *known->data = 42;
    *(volatile int*)known->flag = 1;
  } else {
    if (*(volatile int*)known->flag == 1) out[0] = *(volatile int*)known->data;
  }
}

extern "C" __global__ void count(int* counter, int* last) {
  const int old = atomicAdd(counter, 1);
  __threadfence();
  if (old == 1) *last = *counter;
}

struct Node {
  int key;
  short small;
  char tiny;
};

__noinline__ __device__ int sum(const Node* nodes, int n) {
  int total = 0;
  for (int i = 0; i < n; ++i) total += nodes[i].key + nodes[i].small * nodes[i].tiny;
  return total;
}

extern "C" __global__ void local(int* x, int* out) {
  Node nodes[3] = {{1, -2, 3}, {0, 5, -1}, {7, 0, 2}};
  nodes[1].key = *x;
  out[0] = sum(nodes, 3);
}
