#include "tools/interrupt.hpp"

#include <atomic>
#include <csignal>

namespace opexplore {
namespace {

// The one global variable of the program: a signal handler is given no other way to speak.
std::atomic<bool> signalled{false};
static_assert(std::atomic<bool>::is_always_lock_free);

}  // namespace

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = [](int) { signalled.store(true, std::memory_order_relaxed); };
  // The handler removes itself: the second signal finds the default action. A system call
  // that it interrupts goes on.
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() { return signalled.load(std::memory_order_relaxed); }

}  // namespace opexplore
