#include "device.h"

// Each thread reads what its neighbour has written.
extern "C" __global__ void exchange(int* out) {
  __shared__ int s[2];
  int t = thread();
  s[t] = t + 1;
  barrier();
  out[t] = s[1 - t];
}

// Nobody waits.
extern "C" __global__ void exchange_at_once(int* out) {
  __shared__ int s[2];
  int t = thread();
  s[t] = t + 1;
  out[t] = s[1 - t];
}

// A sum in a tree.
extern "C" __global__ void sum(const int* in, int* out) {
  __shared__ int s[4];
  int t = thread();
  s[t] = in[t];
  barrier();
  for (int half = threads() / 2; half > 0; half /= 2) {
    if (t < half) s[t] += s[t + half];
    barrier();
  }
  if (t == 0) *out = s[0];
}

// One barrier less: threads go on before others have added.
extern "C" __global__ void sum_racy(const int* in, int* out) {
  __shared__ int s[4];
  int t = thread();
  s[t] = in[t];
  barrier();
  for (int half = threads() / 2; half > 0; half /= 2) {
    if (t < half) s[t] += s[t + half];
  }
  if (t == 0) *out = s[0];
}

// A barrier that half of the threads come to.
extern "C" __global__ void half_way(int* out) {
  if (thread() == 0) {
    while (__atomic_load_n(out, __ATOMIC_RELAXED) == 0) {
    }
  }
  barrier();
  if (thread() == 1) __atomic_store_n(out, 1, __ATOMIC_RELAXED);
}
