// A thread hands a value to another by an mbarrier.
// Right: a fence behind the relaxed wait acquires (8.8).
#include <cuda/ptx>
namespace ptx = cuda::ptx;

__global__ void relaxed_wait(const int* in, int* out) {
  __shared__ int data;
  __shared__ uint64_t ready;
  if (threadIdx.x == 0) ptx::mbarrier_init(&ready, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    data = *in;
    ptx::mbarrier_arrive(&ready);
  } else {
    while (!ptx::mbarrier_try_wait_parity(ptx::sem_relaxed, ptx::scope_cta, &ready, 0)) {}
    __threadfence_block();
    *out = data;
  }
}
