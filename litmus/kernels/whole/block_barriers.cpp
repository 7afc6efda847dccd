#include "litmus/kernels/whole/block_barriers.hpp"

#include <algorithm>
#include <map>

#include "litmus/kernels/whole/left_open.hpp"

namespace opexplore::kernel {

bool is_complete(const Gathered& gathered, std::span<const Running> threads) {
  std::optional<Value> awaited = gathered.awaited;
  const Statement* const at = &threads[gathered.waiting.front()].state.statement();
  for (const std::uint32_t number : gathered.waiting) {
    const Running& thread = threads[number];
    const bool first = number == gathered.waiting.front() && !awaited;
    if (!first && thread.awaited != awaited) {
      throw LeftOpen{"threads come to one barrier with different numbers of threads",
                     &thread.state.statement()};
    }
    awaited = thread.awaited;
  }
  if (awaited) {
    if (threads.size() % warp_size != 0) {
      throw LeftOpen{"a barrier for some warps, and the last warp is no whole one", at};
    }
    if (gathered.given.size() > static_cast<std::size_t>(*awaited)) {
      throw LeftOpen{"more threads come to a barrier than it waits for", at};
    }
    return gathered.given.size() == static_cast<std::size_t>(*awaited);
  }
  const auto present = std::ranges::count_if(
      threads, [](const Running& thread) { return thread.status != ThreadStatus::ended; });
  return static_cast<std::ptrdiff_t>(gathered.waiting.size()) == present;
}

namespace {

bool are_apart(const Running& one, const Running& other) {
  return one.barrier->instance != other.barrier->instance;
}

/// What CUDA C++ promises of __syncthreads() does not hold of PTX that was written by hand.
bool is_of_source(const Running& thread, const CodePlaces& places) {
  return places.of(thread.state.statement()).has_value();
}

}  // namespace

std::optional<WholeDivergence> divergence_at(Value id, const Gathered& gathered,
                                             std::span<const Running> threads,
                                             const CodePlaces& places) {
  const std::uint32_t first = gathered.waiting.front();
  const Running& one = threads[first];
  if (!one.barrier->aligned) return std::nullopt;
  const auto found = [&](std::uint32_t waits, std::uint32_t second) {
    const Running& other = threads[second];
    WholeDivergence apart;
    apart.first = waits;
    apart.second = second;
    apart.at = &threads[waits].state.statement();
    apart.barrier = *threads[waits].barrier;
    if (has_ended(other)) return apart;
    apart.elsewhere = &other.state.statement();
    apart.other = *other.barrier;
    return apart;
  };
  if (!one.awaited) {
    const auto ended = std::ranges::find_if(threads, has_ended);
    if (ended != threads.end()) {
      return found(first, static_cast<std::uint32_t>(ended - threads.begin()));
    }
  }
  std::map<std::uint32_t, std::uint32_t> first_of_warp;
  for (const std::uint32_t second : gathered.waiting) {
    const Running& other = threads[second];
    const std::uint32_t mate = first_of_warp.emplace(other.executor.warp, second).first->second;
    const bool block_apart = id == 0 && !one.awaited && are_apart(one, other) &&
                             is_of_source(one, places) && is_of_source(other, places);
    if (block_apart) return found(first, second);
    if (are_apart(threads[mate], other)) return found(mate, second);
  }
  return std::nullopt;
}

}  // namespace opexplore::kernel
