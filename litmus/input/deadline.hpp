// Until when work may take: one limit of time for reading, searching and telling of a test
// together, and somebody's wish to end.
#pragma once

#include <algorithm>
#include <chrono>
#include <exception>
#include <functional>
#include <optional>
#include <utility>

namespace opexplore {

/// Work was given up, and has no result.
struct GivenUp : std::exception {
  explicit GivenUp(bool time) : by_time(time) {}
  const char* what() const noexcept override {
    return by_time ? "the time limit was reached" : "interrupted";
  }
  bool by_time = false;  ///< if not, somebody wished it
};

/// Counts from when it is made. The default never comes.
class Deadline {
 public:
  using Milliseconds = std::chrono::milliseconds;

  Deadline() = default;
  /// `interrupted`: whether somebody wishes it to end; may be empty.
  explicit Deadline(std::optional<Milliseconds> time, std::function<bool()> interrupted = {})
      : time_(time), interrupted_(std::move(interrupted)) {}

  /// So much of the time was spent before it was made.
  void add(Milliseconds spent) { begin_ -= spent; }
  /// What is left of the time, not less than nothing; none where there is no limit.
  std::optional<Milliseconds> left() const {
    if (!time_) return std::nullopt;
    return std::max(*time_ - spent(), Milliseconds{0});
  }
  Milliseconds spent() const {
    return std::chrono::duration_cast<Milliseconds>(Clock::now() - begin_);
  }
  bool is_interrupted() const { return interrupted_ && interrupted_(); }
  bool has_come() const { return is_interrupted() || left() == Milliseconds{0}; }

  /// Throws GivenUp if it has come. Call it some hundred times per second.
  void check() const {
    if (is_interrupted()) throw GivenUp(false);
    if (left() == Milliseconds{0}) throw GivenUp(true);
  }

 private:
  using Clock = std::chrono::steady_clock;

  std::optional<Milliseconds> time_;
  std::function<bool()> interrupted_;
  Clock::time_point begin_ = Clock::now();
};

}  // namespace opexplore
