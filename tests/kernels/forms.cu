// Every atomic operation of libcu++ with every order and scope, one after the other. The .ptx files
// beside were made by nvcc 13.0 -ptx -O3 -arch=sm_75 (and sm_90) forms.cu.
#include <cuda/atomic>

template <cuda::thread_scope Scope>
using ref = cuda::atomic_ref<int, Scope>;

// Scopes from block to system inside, orders from weak to strong outside.
#define IN_EVERY_SCOPE(OPERATION, ORDER)                                   \
  OPERATION(cuda::thread_scope_block, cuda::std::memory_order_##ORDER);   \
  OPERATION(cuda::thread_scope_device, cuda::std::memory_order_##ORDER);  \
  OPERATION(cuda::thread_scope_system, cuda::std::memory_order_##ORDER)

extern "C" __global__ void loads(int* x, int* out) {
#define OPERATION(S, O) *out++ = ref<S>(*x).load(O)
  IN_EVERY_SCOPE(OPERATION, relaxed);
  IN_EVERY_SCOPE(OPERATION, acquire);
  IN_EVERY_SCOPE(OPERATION, seq_cst);
#undef OPERATION
}

extern "C" __global__ void stores(int* x, int* out) {
#define OPERATION(S, O) ref<S>(*x).store(1, O)
  IN_EVERY_SCOPE(OPERATION, relaxed);
  IN_EVERY_SCOPE(OPERATION, release);
  IN_EVERY_SCOPE(OPERATION, seq_cst);
#undef OPERATION
}

extern "C" __global__ void exchanges(int* x, int* out) {
#define OPERATION(S, O) *out++ = ref<S>(*x).exchange(1, O)
  IN_EVERY_SCOPE(OPERATION, relaxed);
  IN_EVERY_SCOPE(OPERATION, acquire);
  IN_EVERY_SCOPE(OPERATION, release);
  IN_EVERY_SCOPE(OPERATION, acq_rel);
  IN_EVERY_SCOPE(OPERATION, seq_cst);
#undef OPERATION
}

extern "C" __global__ void additions(int* x, int* out) {
#define OPERATION(S, O) *out++ = ref<S>(*x).fetch_add(1, O)
  IN_EVERY_SCOPE(OPERATION, relaxed);
  IN_EVERY_SCOPE(OPERATION, acquire);
  IN_EVERY_SCOPE(OPERATION, release);
  IN_EVERY_SCOPE(OPERATION, acq_rel);
  IN_EVERY_SCOPE(OPERATION, seq_cst);
#undef OPERATION
}

extern "C" __global__ void compare_else_relaxed(int* x, int* out) {
#define OPERATION(S, O) \
  {                     \
    int old = 1;        \
    ref<S>(*x).compare_exchange_strong(old, 2, O, cuda::std::memory_order_relaxed); \
    *out++ = old;       \
  }
  IN_EVERY_SCOPE(OPERATION, relaxed);
  IN_EVERY_SCOPE(OPERATION, acquire);
  IN_EVERY_SCOPE(OPERATION, release);
  IN_EVERY_SCOPE(OPERATION, acq_rel);
  IN_EVERY_SCOPE(OPERATION, seq_cst);
#undef OPERATION
}

extern "C" __global__ void compare_else_acquire(int* x, int* out) {
#define OPERATION(S, O) \
  {                     \
    int old = 1;        \
    ref<S>(*x).compare_exchange_strong(old, 2, O, cuda::std::memory_order_acquire); \
    *out++ = old;       \
  }
  IN_EVERY_SCOPE(OPERATION, relaxed);
  IN_EVERY_SCOPE(OPERATION, acquire);
  IN_EVERY_SCOPE(OPERATION, release);
  IN_EVERY_SCOPE(OPERATION, acq_rel);
  IN_EVERY_SCOPE(OPERATION, seq_cst);
#undef OPERATION
}

extern "C" __global__ void compare_else_seq_cst(int* x, int* out) {
#define OPERATION(S, O) \
  {                     \
    int old = 1;        \
    ref<S>(*x).compare_exchange_strong(old, 2, O, cuda::std::memory_order_seq_cst); \
    *out++ = old;       \
  }
  IN_EVERY_SCOPE(OPERATION, relaxed);
  IN_EVERY_SCOPE(OPERATION, acquire);
  IN_EVERY_SCOPE(OPERATION, release);
  IN_EVERY_SCOPE(OPERATION, acq_rel);
  IN_EVERY_SCOPE(OPERATION, seq_cst);
#undef OPERATION
}

extern "C" __global__ void fences(int* x, int* out) {
#define OPERATION(S, O) cuda::atomic_thread_fence(O, S)
  IN_EVERY_SCOPE(OPERATION, relaxed);
  IN_EVERY_SCOPE(OPERATION, acquire);
  IN_EVERY_SCOPE(OPERATION, release);
  IN_EVERY_SCOPE(OPERATION, acq_rel);
  IN_EVERY_SCOPE(OPERATION, seq_cst);
#undef OPERATION
}
