#include "opmodel/parts/closure.hpp"

#include <array>
#include <bit>

namespace opexplore {

namespace {

// Conflicts are asked once per thread.
class Closure {
 public:
  explicit Closure(const Conflicts& conflicts) : conflicts_(conflicts) {}

  ThreadMask of(ThreadId thread) {
    ThreadMask closed = thread_bit(thread);
    for (ThreadMask open = closed; open != 0;) {
      const auto member = static_cast<ThreadId>(std::countr_zero(open));
      const ThreadMask more = with(member) & ~closed;
      closed |= more;
      open = (open & (open - 1)) | more;
    }
    return closed;
  }

 private:
  ThreadMask with(ThreadId thread) {
    if ((known_ & thread_bit(thread)) == 0) {
      known_ |= thread_bit(thread);
      masks_[thread] = conflicts_.with(thread);
    }
    return masks_[thread];
  }

  const Conflicts& conflicts_;
  ThreadMask known_ = 0;
  std::array<ThreadMask, max_mask_threads> masks_{};
};

}  // namespace

ThreadMask ample_threads(ThreadMask able, const Conflicts& conflicts) {
  Closure closure(conflicts);
  ThreadMask best = able;
  int least = 0;
  for (ThreadMask left = able; left != 0; left &= left - 1) {
    const auto thread = static_cast<ThreadId>(std::countr_zero(left));
    const ThreadMask chosen = closure.of(thread) & able;
    const bool branches = conflicts.branches(thread);
    const int cost = 2 * std::popcount(chosen) + (branches ? 1 : 0);
    if (least != 0 && cost >= least) continue;
    best = chosen;
    least = cost;
    if (cost == 2) break;  // one thread that does not branch: nothing is cheaper
  }
  return best;
}

}  // namespace opexplore
