// Which threads were followed from the states of a visited set, beside the set.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "explorer/store/store.hpp"

namespace opexplore {

/// A set of threads; from the 32nd on several are one.
using ThreadSet = std::uint32_t;

constexpr ThreadSet all_threads = ~ThreadSet{0};

constexpr ThreadSet thread_set(ThreadId thread) { return ThreadSet{1} << (thread % 32U); }

/// A ThreadSet for each state, empty at first.
class TakenThreads {
 public:
  /// That of the stored state.
  ThreadSet& at(Position position) {
    const std::size_t chunk = position / chunk_sets;
    while (chunk >= chunks_.size()) chunks_.push_back(std::make_unique<ThreadSet[]>(chunk_sets));
    return chunks_[chunk][position % chunk_sets];
  }

  /// What it has allocated, and may allocate with the next state.
  std::uint64_t bytes() const { return (chunks_.size() + 1) * chunk_sets * sizeof(ThreadSet); }

 private:
  static constexpr std::size_t chunk_sets = 1024;

  std::vector<std::unique_ptr<ThreadSet[]>> chunks_;
};

}  // namespace opexplore
