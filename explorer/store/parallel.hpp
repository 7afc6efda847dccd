// The only door to oneTBB: run a few independent pieces of work at once.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace opexplore {

/// A team of worker threads. Starts none before the first parallel run().
class Team {
 public:
  /// `threads` = 0: as many as the machine has cores.
  explicit Team(unsigned threads);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  unsigned threads() const { return threads_; }

  /// Calls work(0) … work(count - 1), in any order, in any threads of the team.
  void run(std::size_t count, const std::function<void(std::size_t)>& work);

 private:
  struct Arena;
  unsigned threads_;
  std::unique_ptr<Arena> arena_;
};

}  // namespace opexplore
