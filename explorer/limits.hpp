// When a search has to stop before its end: time, an interruption from outside.
// Also gives the glimpses of a running search.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <mutex>

#include "explorer/explore.hpp"

namespace opexplore {

/// In place of a limit that nobody set.
inline constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

/// Watches one search. poll() may be called from several threads at once; the
/// user's callbacks are never run concurrently.
class Limits {
 public:
  explicit Limits(const ExploreOptions& options);

  /// Looks at the clock and at `interrupted`, gives progress when it is due.
  /// Returns whether the search has to stop. Call it a few thousand times per second.
  bool poll(const Progress& progress);

  /// Why poll() said stop: time, interrupted, or none if it did not.
  Incomplete reason() const { return reason_.load(std::memory_order_relaxed); }

  /// Since construction.
  double seconds() const;

 private:
  using Clock = std::chrono::steady_clock;

  const ExploreOptions& options_;
  Clock::time_point start_;
  Clock::time_point next_progress_;
  std::mutex callbacks_;
  std::atomic<Incomplete> reason_{Incomplete::none};
};

/// Looks at the limits from time to time, for what goes through all states once the search is done.
class LookedAt {
 public:
  LookedAt(Limits& limits, std::uint64_t states) : limits_(limits), states_(states) {}

  /// Call it for each state: whether to stop.
  bool enough() { return ++count_ % 256 == 0 && limits_.poll({0, count_, states_, 0, 0}); }

 private:
  Limits& limits_;
  std::uint64_t states_;
  std::uint64_t count_ = 0;
};

/// The sentence that explains an incomplete search, e.g. "stopped after 1000 states".
std::string explain(Incomplete reason, const ExploreOptions& options);

}  // namespace opexplore
