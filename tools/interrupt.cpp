#include "tools/interrupt.hpp"

#include <atomic>
#include <csignal>
#include <cstdint>
#include <ctime>

namespace opexplore {
namespace {

// The global variables of the program: a signal handler is given no other way to speak.
std::atomic<bool> signalled{false};
static_assert(std::atomic<bool>::is_always_lock_free);

std::atomic<std::int64_t> first_signal{0};  // seconds in nanoseconds; 0: none yet

std::int64_t now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

// One wish to end can come as several signals: timeout(1) sends one to its child and one to the
// child's group. So the second is one that comes later.
constexpr std::int64_t one_wish = 300'000'000;

void on_signal(int signal) {
  signalled.store(true, std::memory_order_relaxed);
  std::int64_t none = 0;
  if (first_signal.compare_exchange_strong(none, now())) return;
  if (now() - none < one_wish) return;
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

}  // namespace

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;  // a system call that it interrupts goes on
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() { return signalled.load(std::memory_order_relaxed); }

}  // namespace opexplore
