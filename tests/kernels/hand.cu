// Small kernels as people write them. The .ptx files beside were made by
//   nvcc 13.0 -ptx -O3 -arch=sm_75 hand.cu -o hand.sm_75.ptx
#include <cuda/atomic>

// Message passing between two blocks.
extern "C" __global__ void mp(int* data, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *data = 42;
    __threadfence();
    *(volatile int*)flag = 1;
  } else {
    while (*(volatile int*)flag == 0) {
    }
    __threadfence();
    out[0] = *data;
  }
}

// Store buffering.
extern "C" __global__ void sb(int* x, int* out) {
  int tid = threadIdx.x + blockIdx.x * blockDim.x;
  volatile int* v = x;
  v[tid] = 1;
  __threadfence();
  out[tid] = v[1 - tid];
}

extern "C" __global__ void shared_mp(int* out) {
  __shared__ int s[2];
  s[threadIdx.x] = threadIdx.x + 1;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}

extern "C" __global__ void lock(int* mutex, int* counter) {
  while (atomicCAS(mutex, 0, 1) != 0) {
  }
  __threadfence();
  *counter = *counter + 1;
  __threadfence();
  atomicExch(mutex, 0);
}

// The last block to finish adds up the results of all.
__device__ unsigned int count = 0;
extern "C" __global__ void last_block(int* result, int n) {
  __shared__ bool isLast;
  if (threadIdx.x == 0) {
    result[blockIdx.x] = n;
    __threadfence();
    unsigned int ticket = atomicInc(&count, gridDim.x);
    isLast = ticket == gridDim.x - 1;
  }
  __syncthreads();
  if (!isLast) return;
  int sum = 0;
  for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x) sum += result[i];
  result[0] = sum;
}

extern "C" __global__ void dekker(cuda::atomic<int, cuda::thread_scope_device>* f, int* cs) {
  int me = blockIdx.x;
  f[me].store(1);
  if (f[1 - me].load() == 0) *cs += 1;
}

extern "C" __global__ void wide(cuda::std::atomic<int>* f, long long* o) {
  o[threadIdx.x] = f[0].fetch_add(2, cuda::memory_order_acq_rel);
  __syncwarp();
  __nanosleep(100);
}

extern "C" __global__ void vectors(int4* a, int2* b) {
  int4 v = a[0];
  b[threadIdx.x] = make_int2(v.x, v.w);
}
