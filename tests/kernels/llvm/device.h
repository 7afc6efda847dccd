// What the kernels here need of a target: NVPTX as CUDA, AMDGPU as HIP, and of nvcc.
#pragma once

#ifdef __NVCC__
#define INLINE static __device__ __forceinline__
#define SYSTEM __NV_THREAD_SCOPE_SYSTEM
#define __atomic_load_n(p, o) __nv_atomic_load_n(p, o, SYSTEM)
#define __atomic_store_n(p, v, o) __nv_atomic_store_n(p, v, o, SYSTEM)
#define __atomic_exchange_n(p, v, o) __nv_atomic_exchange_n(p, v, o, SYSTEM)
#define __atomic_fetch_add(p, v, o) __nv_atomic_fetch_add(p, v, o, SYSTEM)
#define __atomic_fetch_sub(p, v, o) __nv_atomic_fetch_sub(p, v, o, SYSTEM)
#define __atomic_fetch_and(p, v, o) __nv_atomic_fetch_and(p, v, o, SYSTEM)
#define __atomic_fetch_or(p, v, o) __nv_atomic_fetch_or(p, v, o, SYSTEM)
#define __atomic_fetch_xor(p, v, o) __nv_atomic_fetch_xor(p, v, o, SYSTEM)
#define __atomic_fetch_max(p, v, o) __nv_atomic_fetch_max(p, v, o, SYSTEM)
#define __atomic_fetch_min(p, v, o) __nv_atomic_fetch_min(p, v, o, SYSTEM)
#define __atomic_fetch_nand(p, v, o) nand_of(p, v)
#define __atomic_compare_exchange_n(p, e, v, weak, good, bad) \
  __nv_atomic_compare_exchange_n(p, e, v, weak, good, bad, SYSTEM)
INLINE int nand_of(int* p, int v) {
  int old = *p;
  *p = ~(old & v);
  return old;
}
INLINE int thread() { return threadIdx.x; }
INLINE int block() { return blockIdx.x; }
INLINE int threads() { return blockDim.x; }
INLINE void barrier() { __syncthreads(); }
INLINE void release_fence() { __threadfence(); }
INLINE void acquire_fence() { __threadfence(); }
#define ones __popc
#define zeros __clz
#define copy memcpy
#define fill memset
#else

#define ones __builtin_popcount
#define zeros __builtin_clz
#define copy __builtin_memcpy
#define fill __builtin_memset

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define INLINE static __device__ inline __attribute__((always_inline))

#ifdef __AMDGCN__
INLINE int thread() { return __builtin_amdgcn_workitem_id_x(); }
INLINE int block() { return __builtin_amdgcn_workgroup_id_x(); }
INLINE int threads() { return __builtin_amdgcn_workgroup_size_x(); }
INLINE void barrier() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
INLINE void release_fence() { __builtin_amdgcn_fence(__ATOMIC_RELEASE, "agent"); }
INLINE void acquire_fence() { __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "agent"); }
#else
INLINE int thread() { return __nvvm_read_ptx_sreg_tid_x(); }
INLINE int block() { return __nvvm_read_ptx_sreg_ctaid_x(); }
INLINE int threads() { return __nvvm_read_ptx_sreg_ntid_x(); }
INLINE void barrier() { __syncthreads(); }
INLINE void release_fence() { __nvvm_membar_gl(); }
INLINE void acquire_fence() { __nvvm_membar_gl(); }
#endif

#endif
