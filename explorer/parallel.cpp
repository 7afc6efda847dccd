#include "explorer/parallel.hpp"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <thread>

namespace opexplore {

// More threads than cores are honoured: the control lifts TBB's own bound.
struct Team::Arena {
  explicit Arena(unsigned threads)
      : control(tbb::global_control::max_allowed_parallelism, threads),
        arena(static_cast<int>(threads)) {}

  tbb::global_control control;
  tbb::task_arena arena;
};

Team::Team(unsigned threads)
    : threads_(threads != 0 ? threads : std::max(1U, std::thread::hardware_concurrency())) {}

Team::~Team() = default;

void Team::run(std::size_t count, const std::function<void(std::size_t)>& work) {
  if (!arena_) arena_ = std::make_unique<Arena>(threads_);
  arena_->arena.execute([&] {
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, count, 1),
        [&](const tbb::blocked_range<std::size_t>& range) {
          for (std::size_t index = range.begin(); index != range.end(); ++index) work(index);
        },
        tbb::simple_partitioner());
  });
}

}  // namespace opexplore
