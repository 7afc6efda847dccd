// Three spin locks around an increment, each as it should be and with one mistake: the kernels of
// table 7 of Tong et al., ASPLOS 2024, as CUDA C++, written for this project. The .ptx beside was
// made by
//   nvcc 13.0.88 -ptx -O3 -std=c++17 -arch=sm_90 locks.cu -o locks.sm_90.ptx
#include <cuda/atomic>

// How a lock acquires, how it releases, and whom its atomics are meant for.
template <cuda::memory_order acquire_, cuda::memory_order release_, cuda::thread_scope scope>
struct Kind {
  static constexpr cuda::memory_order acquire = acquire_;
  static constexpr cuda::memory_order release = release_;
  using Word = cuda::atomic_ref<unsigned, scope>;
};

using Correct =
    Kind<cuda::memory_order_acquire, cuda::memory_order_release, cuda::thread_scope_device>;
using AcquireToRelaxed =
    Kind<cuda::memory_order_relaxed, cuda::memory_order_release, cuda::thread_scope_device>;
using ReleaseToRelaxed =
    Kind<cuda::memory_order_acquire, cuda::memory_order_relaxed, cuda::thread_scope_device>;
using DeviceToBlock =
    Kind<cuda::memory_order_acquire, cuda::memory_order_release, cuda::thread_scope_block>;

// Swaps a 0 for a 1 until that succeeds.
template <typename Kind>
struct CasLock {
  typename Kind::Word taken;

  __device__ explicit CasLock(unsigned* words) : taken(words[0]) {}

  __device__ void lock() {
    unsigned expected = 0;
    while (!taken.compare_exchange_strong(expected, 1, Kind::acquire, Kind::acquire)) expected = 0;
  }

  __device__ void unlock() { taken.store(0, Kind::release); }
};

// Looks until the lock is free, and only then tries to take it.
template <typename Kind>
struct TtasLock {
  typename Kind::Word taken;

  __device__ explicit TtasLock(unsigned* words) : taken(words[0]) {}

  __device__ void lock() {
    do {
      while (taken.load(cuda::memory_order_relaxed) != 0) {
      }
    } while (taken.exchange(1, Kind::acquire) != 0);
  }

  __device__ void unlock() { taken.store(0, Kind::release); }
};

// Draws a number and waits until it is called.
template <typename Kind>
struct TicketLock {
  typename Kind::Word called;
  typename Kind::Word next;

  __device__ explicit TicketLock(unsigned* words) : called(words[0]), next(words[1]) {}

  __device__ void lock() {
    const unsigned mine = next.fetch_add(1, cuda::memory_order_relaxed);
    while (called.load(Kind::acquire) != mine) {
    }
  }

  __device__ void unlock() {
    called.store(called.load(cuda::memory_order_relaxed) + 1, Kind::release);
  }
};

// What each thread does: one turn in the critical section, of which it says what it found there.
template <typename Lock>
__device__ void increment(unsigned* words, unsigned* count, unsigned* found) {
  Lock lock(words);
  lock.lock();
  const unsigned before = *count;
  *count = before + 1;
  lock.unlock();
  found[blockIdx.x * blockDim.x + threadIdx.x] = before;
}

extern "C" __global__ void caslock(unsigned* words, unsigned* count, unsigned* found) {
  increment<CasLock<Correct>>(words, count, found);
}

extern "C" __global__ void caslock_acq2rx(unsigned* words, unsigned* count, unsigned* found) {
  increment<CasLock<AcquireToRelaxed>>(words, count, found);
}

extern "C" __global__ void caslock_rel2rx(unsigned* words, unsigned* count, unsigned* found) {
  increment<CasLock<ReleaseToRelaxed>>(words, count, found);
}

extern "C" __global__ void caslock_dv2wg(unsigned* words, unsigned* count, unsigned* found) {
  increment<CasLock<DeviceToBlock>>(words, count, found);
}

extern "C" __global__ void ticketlock(unsigned* words, unsigned* count, unsigned* found) {
  increment<TicketLock<Correct>>(words, count, found);
}

extern "C" __global__ void ticketlock_acq2rx(unsigned* words, unsigned* count, unsigned* found) {
  increment<TicketLock<AcquireToRelaxed>>(words, count, found);
}

extern "C" __global__ void ticketlock_rel2rx(unsigned* words, unsigned* count, unsigned* found) {
  increment<TicketLock<ReleaseToRelaxed>>(words, count, found);
}

extern "C" __global__ void ticketlock_dv2wg(unsigned* words, unsigned* count, unsigned* found) {
  increment<TicketLock<DeviceToBlock>>(words, count, found);
}

extern "C" __global__ void ttaslock(unsigned* words, unsigned* count, unsigned* found) {
  increment<TtasLock<Correct>>(words, count, found);
}

extern "C" __global__ void ttaslock_acq2rx(unsigned* words, unsigned* count, unsigned* found) {
  increment<TtasLock<AcquireToRelaxed>>(words, count, found);
}

extern "C" __global__ void ttaslock_rel2rx(unsigned* words, unsigned* count, unsigned* found) {
  increment<TtasLock<ReleaseToRelaxed>>(words, count, found);
}

extern "C" __global__ void ttaslock_dv2wg(unsigned* words, unsigned* count, unsigned* found) {
  increment<TtasLock<DeviceToBlock>>(words, count, found);
}
