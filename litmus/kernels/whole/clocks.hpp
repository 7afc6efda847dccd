// What the threads of a block know of each other where only barriers order them: vector clocks.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace opexplore::kernel {

/// What a thread does between two of its barriers.
struct Moment {
  std::uint32_t thread = 0;  ///< its number in the block
  std::uint32_t time = 0;    ///< grows at each barrier that it comes to
};

class Clocks {
 public:
  /// What a thread knows: by thread, up to which time.
  using Known = std::shared_ptr<const std::vector<std::uint32_t>>;

  /// What a thread brings along to a barrier.
  struct Given {
    Moment moment;
    Known known;  ///< null: nothing of the others
  };

  explicit Clocks(std::uint32_t threads) : times_(threads, 1), known_(threads) {}

  Moment now(std::uint32_t thread) const { return {thread, times_[thread]}; }

  /// Whether what was done then comes before all that the thread does from now on.
  bool is_before(const Moment& moment, std::uint32_t thread) const {
    if (moment.thread == thread) return true;
    const Known& known = known_[thread];
    return known != nullptr && (*known)[moment.thread] >= moment.time;
  }

  /// The thread comes to a barrier; what it does from now on is later.
  Given give(std::uint32_t thread) { return {{thread, times_[thread]++}, known_[thread]}; }

  /// Threads that have given go on, and know what all have given.
  void take(std::span<const Given> given, std::span<const std::uint32_t> threads);

 private:
  std::vector<std::uint32_t> times_;
  std::vector<Known> known_;  // threads that were at the same barrier share one
};

}  // namespace opexplore::kernel
