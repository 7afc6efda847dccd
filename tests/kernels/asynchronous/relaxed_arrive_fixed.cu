// A thread hands a value to another by an mbarrier.
// Right: the arrival releases and the wait acquires, as they do when nothing is said.
#include <cuda/ptx>
namespace ptx = cuda::ptx;

__global__ void relaxed_arrive(const int* in, int* out) {
  __shared__ int data;
  __shared__ uint64_t ready;
  if (threadIdx.x == 0) ptx::mbarrier_init(&ready, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    data = *in;
    ptx::mbarrier_arrive(&ready);
  } else {
    while (!ptx::mbarrier_try_wait_parity(&ready, 0)) {}
    *out = data;
  }
}
