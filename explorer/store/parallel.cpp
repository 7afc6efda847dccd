#include "explorer/store/parallel.hpp"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <thread>

namespace opexplore {

// More threads than cores are honoured: the control lifts TBB's own bound.
struct Team::Arena {
  explicit Arena(unsigned threads)
      : control(tbb::global_control::max_allowed_parallelism, threads),
        arena(static_cast<int>(threads)) {}

  tbb::global_control control;
  tbb::task_arena arena;
  // Says again what oneTBB guarantees: work comes after what was written before run(), and
  // run() ends after all work. The thread sanitizer does not see inside Debian's oneTBB.
  std::atomic<std::size_t> handed_over{0};
};

Team::Team(unsigned threads)
    : threads_(threads != 0 ? threads : std::max(1U, std::thread::hardware_concurrency())) {}

Team::~Team() = default;

void Team::run(std::size_t count, const std::function<void(std::size_t)>& work) {
  if (!arena_) arena_ = std::make_unique<Arena>(threads_);
  std::atomic<std::size_t>& handed_over = arena_->handed_over;
  handed_over.fetch_add(1, std::memory_order_release);
  arena_->arena.execute([&] {
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, count, 1),
        [&](const tbb::blocked_range<std::size_t>& range) {
          for (std::size_t index = range.begin(); index != range.end(); ++index) {
            handed_over.load(std::memory_order_acquire);
            work(index);
            handed_over.fetch_add(1, std::memory_order_release);
          }
        },
        tbb::simple_partitioner());
  });
  handed_over.load(std::memory_order_acquire);
}

}  // namespace opexplore
