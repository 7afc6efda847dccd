// The barrier between blocks of Xiao and Feng (IPDPS 2010), as it should be and with one mistake:
// the kernels of table 7 of Tong et al., ASPLOS 2024, as CUDA C++, written for this project. The
// .ptx beside was made by
//   nvcc 13.0.88 -ptx -O3 -std=c++17 -arch=sm_90 xf_barrier.cu -o xf_barrier.sm_90.ptx
#include <cuda/atomic>

// The orders of the barrier's four accesses: block 0 sees that another has come, and lets it go;
// another block says that it has come, and sees that it may go.
template <cuda::memory_order seen_, cuda::memory_order let_go_, cuda::memory_order came_,
          cuda::memory_order may_go_>
struct Orders {
  static constexpr cuda::memory_order seen = seen_;
  static constexpr cuda::memory_order let_go = let_go_;
  static constexpr cuda::memory_order came = came_;
  static constexpr cuda::memory_order may_go = may_go_;
};

using Correct = Orders<cuda::memory_order_acquire, cuda::memory_order_release,
                       cuda::memory_order_release, cuda::memory_order_acquire>;
using SeenRelaxed = Orders<cuda::memory_order_relaxed, cuda::memory_order_release,
                           cuda::memory_order_release, cuda::memory_order_acquire>;
using LetGoRelaxed = Orders<cuda::memory_order_acquire, cuda::memory_order_relaxed,
                            cuda::memory_order_release, cuda::memory_order_acquire>;
using CameRelaxed = Orders<cuda::memory_order_acquire, cuda::memory_order_release,
                           cuda::memory_order_relaxed, cuda::memory_order_acquire>;
using MayGoRelaxed = Orders<cuda::memory_order_acquire, cuda::memory_order_release,
                            cuda::memory_order_release, cuda::memory_order_relaxed>;

using Flag = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

// In block 0 thread i waits for block i + 1, if there is one.
template <typename Orders>
__device__ void gather(unsigned* flags) {
  const bool waits = threadIdx.x + 1 < gridDim.x;
  if (waits) {
    while (Flag(flags[threadIdx.x + 1]).load(Orders::seen) == 0) {
    }
  }
  __syncthreads();
  if (waits) Flag(flags[threadIdx.x + 1]).store(0, Orders::let_go);
}

// The first thread of another block says that its block is there, and waits.
template <typename Orders>
__device__ void come(unsigned* flags) {
  __syncthreads();
  if (threadIdx.x == 0) {
    Flag flag(flags[blockIdx.x]);
    flag.store(1, Orders::came);
    while (flag.load(Orders::may_go) == 1) {
    }
  }
  __syncthreads();
}

// What each thread does: it writes its part, and behind the barrier adds up those of all.
template <typename Orders>
__device__ void add_up(unsigned* flags, unsigned* parts, unsigned* sums) {
  const unsigned me = blockIdx.x * blockDim.x + threadIdx.x;
  parts[me] = 1;
  if (blockIdx.x == 0) {
    gather<Orders>(flags);
  } else {
    come<Orders>(flags);
  }
  unsigned sum = 0;
  for (unsigned part = 0; part < gridDim.x * blockDim.x; ++part) sum += parts[part];
  sums[me] = sum;
}

extern "C" __global__ void xf_barrier(unsigned* flags, unsigned* parts, unsigned* sums) {
  add_up<Correct>(flags, parts, sums);
}

extern "C" __global__ void xf_barrier_acq2rx_1(unsigned* flags, unsigned* parts, unsigned* sums) {
  add_up<SeenRelaxed>(flags, parts, sums);
}

extern "C" __global__ void xf_barrier_acq2rx_2(unsigned* flags, unsigned* parts, unsigned* sums) {
  add_up<MayGoRelaxed>(flags, parts, sums);
}

extern "C" __global__ void xf_barrier_rel2rx_1(unsigned* flags, unsigned* parts, unsigned* sums) {
  add_up<LetGoRelaxed>(flags, parts, sums);
}

extern "C" __global__ void xf_barrier_rel2rx_2(unsigned* flags, unsigned* parts, unsigned* sums) {
  add_up<CameRelaxed>(flags, parts, sums);
}
