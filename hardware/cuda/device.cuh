// What the kernels need of the machine, and CUDA C++ has no exact word for: one PTX instruction
// each, so that what is weak stays weak and what is strong is no stronger than said.
//
// Compiled as plain C++ this file declares nothing: whoever does that provides the same functions
// beforehand, in the same namespace (tests/hardware/emulated_device.hpp).
#pragma once

#include <cstdint>

#if defined(__CUDACC__)

namespace opexplore::hardware::device {

/// \name Who runs.
/// @{
__device__ __forceinline__ std::uint32_t cta() { return blockIdx.x; }
__device__ __forceinline__ std::uint32_t ctas() { return gridDim.x; }
__device__ __forceinline__ std::uint32_t thread() { return threadIdx.x; }
__device__ __forceinline__ std::uint32_t threads_of_cta() { return blockDim.x; }

__device__ __forceinline__ std::uint32_t multiprocessor() {
  std::uint32_t result;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(result));
  return result;
}

/// The lane takes part in nothing any more. Barriers, of warps too, then wait for the others alone;
/// a lane that just waited for the end of a branch would block them (PTX ISA, `bar.warp.sync`).
__device__ __forceinline__ void leave() { asm volatile("exit;"); }
/// @}

/// \name Meeting.
/// @{
/// The warps that test; `threads` counts all their lanes. A barrier of its own, since stressing
/// warps never come to it (PTX ISA, `bar.sync a, b`).
__device__ __forceinline__ void meet(std::uint32_t threads) {
  asm volatile("bar.sync 1, %0;" ::"r"(threads) : "memory");
}

__device__ __forceinline__ void meet_warp() { __syncwarp(); }
__device__ __forceinline__ std::uint32_t ballot(bool vote) {
  return __ballot_sync(0xffffffffU, vote);
}

template <class Word>
__device__ __forceinline__ Word shuffle(Word value, std::uint32_t lane) {
  return __shfl_sync(0xffffffffU, value, static_cast<int>(lane));
}

__device__ __forceinline__ std::uint32_t ones(std::uint32_t bits) {
  return static_cast<std::uint32_t>(__popc(static_cast<int>(bits)));
}
/// Of bits that are not all 0.
__device__ __forceinline__ std::uint32_t lowest(std::uint32_t bits) {
  return static_cast<std::uint32_t>(__ffs(static_cast<int>(bits)) - 1);
}
/// @}

/// \name Global memory, with the order in the name, at the scope of the GPU.
/// @{
__device__ __forceinline__ std::uint32_t add_relaxed(std::uint32_t* place, std::uint32_t value) {
  std::uint32_t result;
  asm volatile("atom.relaxed.gpu.global.add.u32 %0, [%1], %2;"
               : "=r"(result)
               : "l"(place), "r"(value)
               : "memory");
  return result;
}

__device__ __forceinline__ std::uint64_t add_relaxed(std::uint64_t* place, std::uint64_t value) {
  std::uint64_t result;
  asm volatile("atom.relaxed.gpu.global.add.u64 %0, [%1], %2;"
               : "=l"(result)
               : "l"(place), "l"(value)
               : "memory");
  return result;
}

__device__ __forceinline__ std::uint32_t exchange_relaxed(std::uint32_t* place,
                                                          std::uint32_t value) {
  std::uint32_t result;
  asm volatile("atom.relaxed.gpu.global.exch.b32 %0, [%1], %2;"
               : "=r"(result)
               : "l"(place), "r"(value)
               : "memory");
  return result;
}

/// Returns what was there; it is `value` now if that was `expected`.
__device__ __forceinline__ std::uint32_t replace_relaxed(std::uint32_t* place,
                                                         std::uint32_t expected,
                                                         std::uint32_t value) {
  std::uint32_t result;
  asm volatile("atom.relaxed.gpu.global.cas.b32 %0, [%1], %2, %3;"
               : "=r"(result)
               : "l"(place), "r"(expected), "r"(value)
               : "memory");
  return result;
}

__device__ __forceinline__ std::uint32_t load_relaxed(const std::uint32_t* place) {
  std::uint32_t result;
  asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(result) : "l"(place) : "memory");
  return result;
}

__device__ __forceinline__ std::uint64_t load_relaxed(const std::uint64_t* place) {
  std::uint64_t result;
  asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(result) : "l"(place) : "memory");
  return result;
}

__device__ __forceinline__ std::uint32_t load_acquire(const std::uint32_t* place) {
  std::uint32_t result;
  asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(result) : "l"(place) : "memory");
  return result;
}

__device__ __forceinline__ void store_release(std::uint32_t* place, std::uint32_t value) {
  asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(place), "r"(value) : "memory");
}

/// The load that goes to the L1 cache, and brings the line there.
__device__ __forceinline__ std::uint32_t load_weak(std::uint64_t address) {
  std::uint32_t result;
  asm volatile("ld.weak.global.u32 %0, [%1];" : "=r"(result) : "l"(address) : "memory");
  return result;
}

/// \name Ordinary accesses to slots.
/// @{
template <class Word>
__device__ __forceinline__ Word load_slot(std::uint64_t address) {
  return *reinterpret_cast<const Word*>(address);
}
template <class Word>
__device__ __forceinline__ void store_slot(std::uint64_t address, Word value) {
  *reinterpret_cast<Word*>(address) = value;
}
/// @}

/// On all chips since Volta this also invalidates the L1 cache.
__device__ __forceinline__ void flush() { asm volatile("fence.acq_rel.gpu;" ::: "memory"); }
/// @}

/// \name Dynamic shared memory.
/// @{
extern __shared__ std::uint64_t dynamic_shared[];

__device__ __forceinline__ std::uint32_t shared_base() {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(dynamic_shared));
}

template <class Word>
__device__ __forceinline__ Word load_shared(std::uint32_t address) {
  return *static_cast<const Word*>(__cvta_shared_to_generic(address));
}
template <class Word>
__device__ __forceinline__ void store_shared(std::uint32_t address, Word value) {
  *static_cast<Word*>(__cvta_shared_to_generic(address)) = value;
}
/// @}

/// \name Stress: volatile, since only those accesses are never merged or left out (two relaxed
/// stores to one address in a row become one, and a load that nobody needs goes).
/// @{
__device__ __forceinline__ void stress_store(std::uint32_t* place, std::uint32_t value) {
  asm volatile("st.volatile.global.u32 [%0], %1;" ::"l"(place), "r"(value) : "memory");
}
__device__ __forceinline__ std::uint32_t stress_load(std::uint32_t* place) {
  std::uint32_t result;
  asm volatile("ld.volatile.global.u32 %0, [%1];" : "=r"(result) : "l"(place) : "memory");
  return result;
}

__device__ __forceinline__ std::uint32_t clock() {
  std::uint32_t result;
  asm volatile("mov.u32 %0, %%clock;" : "=r"(result));
  return result;
}
/// @}

}  // namespace opexplore::hardware::device

#endif
