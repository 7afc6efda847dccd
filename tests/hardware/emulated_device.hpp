// A GPU played by the CPU, on which the kernels of hardware/cuda run as they are: what device.cuh
// takes from the machine is here instead. Each warp is a thread of its own, so warps race as on a
// device; the lanes of a warp take turns, and give way only where they wait for each other.
#pragma once

#include <ucontext.h>

#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <functional>
#include <latch>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace opexplore::testing {

/// A CTA: its shared memory and its named barrier.
class EmulatedCta {
 public:
  explicit EmulatedCta(std::size_t shared_bytes) : shared_(shared_bytes + sizeof(std::uint64_t)) {}

  unsigned char* shared() { return shared_.data(); }

  /// Returns the generation that ends when all have come.
  std::uint32_t arrive(std::uint32_t threads) {
    const std::lock_guard lock(mutex_);
    const std::uint32_t mine = generation_;
    expected_ = threads;
    ++arrived_;
    end_if_complete();
    return mine;
  }
  void leave() {
    const std::lock_guard lock(mutex_);
    ++left_;
    end_if_complete();
  }
  bool waits(std::uint32_t generation) const { return generation_ == generation; }

 private:
  void end_if_complete() {
    if (arrived_ == 0 || arrived_ + left_ != expected_) return;
    arrived_ = 0;
    ++generation_;
  }

  std::vector<unsigned char> shared_;
  std::mutex mutex_;
  std::uint32_t arrived_ = 0;
  std::uint32_t left_ = 0;  // lanes for which nobody waits any more
  std::uint32_t expected_ = 0;
  std::atomic<std::uint32_t> generation_ = 0;
};

class EmulatedWarp;

/// Who runs, in the thread of a warp.
struct Here {
  EmulatedCta* block = nullptr;
  EmulatedWarp* warp = nullptr;
  std::uint32_t cta = 0;
  std::uint32_t ctas = 0;
  std::uint32_t first_thread = 0;
  std::uint32_t threads = 0;
  std::uint32_t lane = 0;
  std::uint32_t clock = 0;
};
inline thread_local Here here;

/// A warp: 32 lanes, each with a stack of its own.
class EmulatedWarp {
 public:
  static constexpr std::uint32_t lanes = 32;

  /// Runs the kernel in all lanes, to the end.
  void run(const std::function<void()>& kernel) {
    kernel_ = &kernel;
    for (Lane& lane : lanes_) start(lane);
    while (live_ != 0) {
      for (std::uint32_t i = 0; i < lanes; ++i) {
        if (lanes_[i].ended) continue;
        here.lane = i;
        swapcontext(&scheduler_, &lanes_[i].context);
      }
      std::this_thread::yield();
    }
  }

  void give_way() { swapcontext(&lanes_[here.lane].context, &scheduler_); }

  /// All lanes that have not left.
  void meet() {
    const std::uint32_t mine = generation_;
    ++arrived_;
    end_if_complete();
    while (generation_ == mine) give_way();
  }
  void leave() {
    Lane& lane = lanes_[here.lane];
    if (lane.left) return;
    lane.left = true;
    --waited_for_;
    end_if_complete();
  }

  std::uint64_t exchange[lanes] = {};

 private:
  struct Lane {
    ucontext_t context{};
    std::unique_ptr<char[]> stack;
    bool ended = false;
    bool left = false;
  };

  void start(Lane& lane) {
    constexpr std::size_t stack_bytes = 1U << 17U;
    lane.stack = std::unique_ptr<char[]>(new char[stack_bytes]);
    getcontext(&lane.context);
    lane.context.uc_stack.ss_sp = lane.stack.get();
    lane.context.uc_stack.ss_size = stack_bytes;
    lane.context.uc_link = &scheduler_;
    makecontext(&lane.context, &EmulatedWarp::enter, 0);
  }
  static void enter() {
    EmulatedWarp& warp = *here.warp;
    (*warp.kernel_)();
    warp.leave();
    warp.lanes_[here.lane].ended = true;
    --warp.live_;
  }
  void end_if_complete() {
    if (arrived_ == 0 || arrived_ != waited_for_) return;
    arrived_ = 0;
    ++generation_;
  }

  Lane lanes_[lanes];
  ucontext_t scheduler_{};
  const std::function<void()>* kernel_ = nullptr;
  std::uint32_t live_ = lanes;
  std::uint32_t waited_for_ = lanes;
  std::uint32_t arrived_ = 0;
  std::uint32_t generation_ = 0;
};

/// `kernel<<<ctas, threads, shared_bytes>>>`, and waits for its end. `threads`: a multiple of 32.
inline void run_emulated(std::uint32_t ctas, std::uint32_t threads, std::size_t shared_bytes,
                         const std::function<void()>& kernel) {
  std::vector<std::unique_ptr<EmulatedCta>> blocks;
  for (std::uint32_t i = 0; i < ctas; ++i) {
    blocks.push_back(std::make_unique<EmulatedCta>(shared_bytes));
  }
  // All begin together: a warp is done sooner than the next thread is made.
  std::latch begin(static_cast<std::ptrdiff_t>(ctas) * (threads / EmulatedWarp::lanes));
  std::vector<std::jthread> warps;
  for (std::uint32_t cta = 0; cta < ctas; ++cta) {
    for (std::uint32_t first = 0; first < threads; first += EmulatedWarp::lanes) {
      warps.emplace_back([&, cta, first] {
        EmulatedWarp warp;
        begin.arrive_and_wait();
        here = {blocks[cta].get(), &warp, cta, ctas, first, threads, 0, 0};
        warp.run(kernel);
      });
    }
  }
}

}  // namespace opexplore::testing

namespace opexplore::hardware::device {

using testing::here;

inline std::uint32_t cta() { return here.cta; }
inline std::uint32_t ctas() { return here.ctas; }
inline std::uint32_t thread() { return here.first_thread + here.lane; }
inline std::uint32_t threads_of_cta() { return here.threads; }
/// Each CTA has one of its own, so that a test can tell where something ran.
inline std::uint32_t multiprocessor() { return here.cta + 1; }

/// What runs on after it in the kernel must be nothing.
inline void leave() {
  here.block->leave();
  here.warp->leave();
}

inline void meet(std::uint32_t threads) {
  const std::uint32_t generation = here.block->arrive(threads);
  while (here.block->waits(generation)) here.warp->give_way();
}
inline void meet_warp() { here.warp->meet(); }

template <class Word>
Word shuffle(Word value, std::uint32_t lane) {
  here.warp->exchange[here.lane] = value;
  here.warp->meet();
  const auto result = static_cast<Word>(here.warp->exchange[lane]);
  here.warp->meet();
  return result;
}
inline std::uint32_t ballot(bool vote) {
  here.warp->exchange[here.lane] = vote ? 1 : 0;
  here.warp->meet();
  std::uint32_t result = 0;
  for (std::uint32_t i = 0; i < testing::EmulatedWarp::lanes; ++i) {
    if (here.warp->exchange[i] != 0) result |= 1U << i;
  }
  here.warp->meet();
  return result;
}
inline std::uint32_t ones(std::uint32_t bits) {
  return static_cast<std::uint32_t>(std::popcount(bits));
}
inline std::uint32_t lowest(std::uint32_t bits) {
  return static_cast<std::uint32_t>(std::countr_zero(bits));
}

template <class Word>
Word add_relaxed(Word* place, Word value) {
  return std::atomic_ref(*place).fetch_add(value, std::memory_order_relaxed);
}
inline std::uint32_t exchange_relaxed(std::uint32_t* place, std::uint32_t value) {
  return std::atomic_ref(*place).exchange(value, std::memory_order_relaxed);
}
inline std::uint32_t replace_relaxed(std::uint32_t* place, std::uint32_t expected,
                                     std::uint32_t value) {
  std::atomic_ref(*place).compare_exchange_strong(expected, value, std::memory_order_relaxed);
  return expected;
}
template <class Word>
Word load_relaxed(const Word* place) {
  return std::atomic_ref(*const_cast<Word*>(place)).load(std::memory_order_relaxed);
}
/// Only those that wait load so; they let others run.
inline std::uint32_t load_acquire(const std::uint32_t* place) {
  std::this_thread::yield();
  return std::atomic_ref(*const_cast<std::uint32_t*>(place)).load(std::memory_order_acquire);
}
inline void store_release(std::uint32_t* place, std::uint32_t value) {
  std::atomic_ref(*place).store(value, std::memory_order_release);
}
inline std::uint32_t load_weak(std::uint64_t address) {
  return load_relaxed(reinterpret_cast<const std::uint32_t*>(address));
}
template <class Word>
Word load_slot(std::uint64_t address) {
  return *reinterpret_cast<const Word*>(address);
}
template <class Word>
void store_slot(std::uint64_t address, Word value) {
  *reinterpret_cast<Word*>(address) = value;
}
inline void flush() { std::atomic_thread_fence(std::memory_order_acq_rel); }

/// Not 0, so that an address that lacks it is outside.
inline std::uint32_t shared_base() { return 1024; }
template <class Word>
Word* shared_word(std::uint64_t address) {
  return reinterpret_cast<Word*>(here.block->shared() + (address - shared_base()));
}
template <class Word>
Word load_shared(std::uint32_t address) {
  return *shared_word<Word>(address);
}
template <class Word>
void store_shared(std::uint32_t address, Word value) {
  *shared_word<Word>(address) = value;
}

inline void stress_store(std::uint32_t* place, std::uint32_t value) {
  std::atomic_ref(*place).store(value, std::memory_order_relaxed);
}
inline std::uint32_t stress_load(std::uint32_t* place) { return load_relaxed(place); }
/// Who looks at the clock wants time to go by; others may run.
inline std::uint32_t clock() {
  here.warp->give_way();
  return here.clock++;
}

}  // namespace opexplore::hardware::device

#define __device__
#define __forceinline__ inline
#include "hardware/cuda/litmus.cuh"
#undef __device__
#undef __forceinline__
