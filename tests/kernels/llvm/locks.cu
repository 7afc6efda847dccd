#include "device.h"

// A lock that threads exchange until it was free.
extern "C" __global__ void spin(int* lock, int* count) {
  int expected = 0;
  while (!__atomic_compare_exchange_n(lock, &expected, 1, false, __ATOMIC_ACQUIRE,
                                      __ATOMIC_RELAXED)) {
    expected = 0;
  }
  *count += 1;
  __atomic_store_n(lock, 0, __ATOMIC_RELEASE);
}

// Who gives it back publishes nothing.
extern "C" __global__ void spin_relaxed(int* lock, int* count) {
  int expected = 0;
  while (!__atomic_compare_exchange_n(lock, &expected, 1, true, __ATOMIC_ACQUIRE,
                                      __ATOMIC_RELAXED)) {
    expected = 0;
  }
  *count += 1;
  __atomic_store_n(lock, 0, __ATOMIC_RELAXED);
}

struct Ticket {
  int next;
  int serving;
  int count;
};

// A lock that serves in turn.
extern "C" __global__ void ticket(Ticket* lock) {
  int mine = __atomic_fetch_add(&lock->next, 1, __ATOMIC_RELAXED);
  while (__atomic_load_n(&lock->serving, __ATOMIC_ACQUIRE) != mine) {
  }
  lock->count += 1;
  __atomic_store_n(&lock->serving, mine + 1, __ATOMIC_RELEASE);
}
