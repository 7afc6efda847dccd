#include "device.h"

// Block 0 hands data over to block 1.
extern "C" __global__ void handoff(int* data, int* flag, int* out) {
  if (block() == 0) {
    *data = 42;
    __atomic_store_n(flag, 1, __ATOMIC_RELEASE);
  } else {
    while (__atomic_load_n(flag, __ATOMIC_ACQUIRE) == 0) {
    }
    *out = *data;
  }
}

// The flag tells nothing of the data.
extern "C" __global__ void handoff_relaxed(int* data, int* flag, int* out) {
  if (block() == 0) {
    *data = 42;
    __atomic_store_n(flag, 1, __ATOMIC_RELAXED);
  } else {
    while (__atomic_load_n(flag, __ATOMIC_RELAXED) == 0) {
    }
    *out = *data;
  }
}

// Fences around a flag that is volatile.
extern "C" __global__ void handoff_fences(int* data, int* flag, int* out) {
  if (block() == 0) {
    *data = 42;
    release_fence();
    *(volatile int*)flag = 1;
  } else {
    while (*(volatile int*)flag == 0) {
    }
    acquire_fence();
    *out = *data;
  }
}

// One fence is missing.
extern "C" __global__ void handoff_one_fence(int* data, int* flag, int* out) {
  if (block() == 0) {
    *data = 42;
    release_fence();
    *(volatile int*)flag = 1;
  } else {
    while (*(volatile int*)flag == 0) {
    }
    *out = *data;
  }
}

// The flag is no atomic.
extern "C" __global__ void handoff_plain(int* data, int* flag, int* out) {
  if (block() == 0) {
    *data = 42;
    *flag = 1;
  } else if (*flag == 1) {
    *out = *data;
  }
}
