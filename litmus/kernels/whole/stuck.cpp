#include "litmus/kernels/whole/stuck.hpp"

#include <algorithm>
#include <vector>

#include "litmus/kernels/warp.hpp"
#include "litmus/language/limits.hpp"

namespace opexplore::kernel {

namespace {

/// A thread that the lane waits for, and that waits elsewhere.
std::uint32_t lane_elsewhere(std::span<const Running> threads, std::uint32_t number) {
  const Running& thread = threads[number];
  std::uint32_t other = number - thread.executor.lane;
  const auto is_elsewhere = [&] {
    const bool named = (thread.mask >> threads[other].executor.lane & 1U) != 0;
    return named && !has_ended(threads[other]) && !wait_together(thread, threads[other]);
  };
  while (!is_elsewhere()) ++other;
  return other;
}

/// The first lane that waits for others, and one of these that waits elsewhere.
std::optional<std::pair<std::uint32_t, std::uint32_t>> lanes_apart(
    std::span<const Running> threads) {
  const auto at = std::ranges::find(threads, ThreadStatus::at_lanes, &Running::status);
  if (at == threads.end()) return std::nullopt;
  const auto number = static_cast<std::uint32_t>(at - threads.begin());
  return std::pair{number, lane_elsewhere(threads, number)};
}

/// Where the thread waits, as a barrier that some of those that it is for do not come to.
Barrier never_opened(const Running& thread, std::size_t number) {
  constexpr Value behind_named = 16;  // no instruction of PTX names these
  Barrier barrier;
  if (thread.status == ThreadStatus::at_barrier) {
    barrier = *thread.barrier;
    if (thread.awaited) barrier.quorum = Operand{Value{max_threads}};
  } else {
    barrier.instance = behind_named + static_cast<Value>(number);
    barrier.id = Operand{barrier.instance};
  }
  return barrier;
}

}  // namespace

bool wait_together(const Running& one, const Running& other) {
  return other.status == ThreadStatus::at_lanes && other.mask == one.mask &&
         other.state.instruction().name == one.state.instruction().name;
}

std::optional<std::pair<std::uint32_t, std::uint32_t>> lanes_with_different_masks(
    std::span<const Running> threads) {
  const auto apart = lanes_apart(threads);
  if (!apart) return std::nullopt;
  const Running& other = threads[apart->second];
  const bool differ =
      other.status == ThreadStatus::at_lanes && threads[apart->first].mask != other.mask;
  return differ ? apart : std::nullopt;
}

std::string difference_of_masks(const Running& one, const Running& other) {
  return "the mask " + hexadecimal(one.mask) + " names lane " +
         std::to_string(other.executor.lane) + ", which waits with the mask " +
         hexadecimal(other.mask) + " (PTX line " +
         std::to_string(other.state.statement().place.line) + ')';
}

WholeDeadlock deadlock_of(std::uint32_t block, std::span<const Running> threads,
                          const std::map<Value, Gathered>& barriers) {
  std::vector<std::uint32_t> waiting;
  if (const auto apart = lanes_apart(threads)) {
    waiting = {apart->first, apart->second};
  } else {
    for (const auto& [id, gathered] : barriers) {
      if (!gathered.waiting.empty()) waiting.push_back(gathered.waiting.front());
    }
  }
  WholeDeadlock deadlock;
  deadlock.block = block;
  for (const std::uint32_t number : waiting) {
    deadlock.waiting.push_back({number, &threads[number].state.statement(),
                                never_opened(threads[number], deadlock.waiting.size())});
  }
  return deadlock;
}

}  // namespace opexplore::kernel
