// A thread hands a value to another by an mbarrier.
// Wrong: a relaxed arrival is counted, and publishes nothing (9.7.15.16.16).
#include <cuda/ptx>
namespace ptx = cuda::ptx;

__global__ void relaxed_arrive(const int* in, int* out) {
  __shared__ int data;
  __shared__ uint64_t ready;
  if (threadIdx.x == 0) ptx::mbarrier_init(&ready, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    data = *in;
    ptx::mbarrier_arrive(ptx::sem_relaxed, ptx::scope_cta, ptx::space_shared, &ready);
  } else {
    while (!ptx::mbarrier_try_wait_parity(&ready, 0)) {}
    *out = data;
  }
}
