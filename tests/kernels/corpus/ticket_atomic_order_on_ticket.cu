// A ticket lock that acquires where the ticket is drawn, which is before the wait.
// Expected: the load that ends the wait is relaxed, so the count races with itself. 1 or 2.
#include <cuda/atomic>

template <class T>
using Shared = cuda::atomic_ref<T, cuda::thread_scope_device>;

struct TicketLock {
  unsigned next;
  unsigned serving;

  __device__ void lock() {
    unsigned ticket = Shared<unsigned>(next).fetch_add(1, cuda::memory_order_acquire);
    while (Shared<unsigned>(serving).load(cuda::memory_order_relaxed) != ticket) {}
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
