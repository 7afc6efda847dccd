#include "device.h"

struct Pair {
  char tag;
  long long wide;
  short narrow[3];
};

static __device__ __attribute__((noinline)) int twice(int n) { return n * 2; }

__device__ int table[4] = {10, 20, 30, 40};

// Numbers, members, tables and calls.
extern "C" __global__ void numbers(Pair* pairs, int n, int* out) {
  Pair* p = &pairs[n];
  p->wide = (long long)n << 40;
  p->narrow[2] = (short)(-n);
  p->tag = (char)(n + 200);
  int sum = p->narrow[2] + (unsigned char)p->tag + (int)(p->wide >> 40);
  switch (n) {
    case 0:
      sum += 1;
      break;
    case 1:
      sum += table[1];
      break;
    case 2:
      sum += twice(table[2]);
      break;
    default:
      sum = -1;
  }
  out[0] = sum;
  out[1] = n > 1 ? n : -n;
  out[2] = (n * 7) % 5 + (n / 2);
  out[3] = ones(n) + zeros(n | 1);
}

// Operations on memory.
extern "C" __global__ void updates(int* x, unsigned* u, int* out) {
  out[0] = __atomic_fetch_add(x, 5, __ATOMIC_RELAXED);
  out[1] = __atomic_fetch_sub(x, 1, __ATOMIC_RELAXED);
  out[2] = __atomic_fetch_or(x, 8, __ATOMIC_ACQ_REL);
  out[3] = __atomic_fetch_and(x, 12, __ATOMIC_RELAXED);
  out[4] = __atomic_fetch_xor(x, 3, __ATOMIC_SEQ_CST);
  out[5] = __atomic_fetch_nand(x, 6, __ATOMIC_RELAXED);
  out[6] = __atomic_exchange_n(x, 100, __ATOMIC_RELAXED);
  out[7] = __atomic_fetch_max(x, 200, __ATOMIC_RELAXED);
  out[8] = __atomic_fetch_min(u, 7u, __ATOMIC_RELAXED);
}

// Memory of a thread's own, copied and filled.
extern "C" __global__ void own(int n, int* out) {
  int a[4] = {1, 2, 3, 4};
  int b[4];
  copy(b, a, sizeof a);
  fill(a, 0, sizeof a);
  b[n & 3] = 9;
  out[0] = b[0] + b[1] * 10 + b[2] * 100 + b[3] * 1000 + a[n & 3];
}

// Numbers with a floating point.
extern "C" __global__ void floats(const float* x, double* y, int* out) {
  float half = x[0] * 0.5f + 1.0f;
  y[0] = (double)half;
  out[0] = half < 3.0f;
  out[1] = (int)half;
}
