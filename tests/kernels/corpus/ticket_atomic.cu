// A ticket lock with orders of C++. The tickets may be drawn relaxed.
// Expected: the release of serving is acquired by the next. 2.
#include <cuda/atomic>

template <class T>
using Shared = cuda::atomic_ref<T, cuda::thread_scope_device>;

struct TicketLock {
  unsigned next;
  unsigned serving;

  __device__ void lock() {
    unsigned ticket = Shared<unsigned>(next).fetch_add(1, cuda::memory_order_relaxed);
    while (Shared<unsigned>(serving).load(cuda::memory_order_acquire) != ticket) {}
  }

  __device__ void unlock() {
    Shared<unsigned>(serving).fetch_add(1, cuda::memory_order_release);
  }
};

__device__ TicketLock lock;

__global__ void count(int* counter) {
  lock.lock();
  *counter += 1;
  lock.unlock();
}
