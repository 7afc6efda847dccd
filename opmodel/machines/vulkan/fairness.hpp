// What memory owes threads that may go on for ever, the steps with which it pays, and how many
// writes it may owe: for judging infinite runs (MachineOptions::liveness).
//
// Lahav, Namakonov, Oberhauser, Podkopaev, Vafeiadis, Making Weak Memory Models Fair (OOPSLA 2021):
// in an infinite execution each write has finitely many reads of older writes, and finitely many
// writes before it in coherence. README.md says what that means for scopes, and why it is enough.
#pragma once

#include <string_view>
#include <vector>

#include "opmodel/machines/vulkan/context.hpp"
#include "opmodel/progress.hpp"

namespace opexplore::vulkan {

/// Of a location that is written again and again, so many writes are kept for threads that lag.
/// Another one waits until memory has brought them the last of those that are there.
inline constexpr std::size_t window_writes = 4;
inline constexpr std::string_view beyond_window =
    "of a location that is written in a loop, no more than 4 writes wait for a thread that lags";

// WART: followed-endings. Nobody can tell which messages a racy access will not take.
/// Where races are followed no write leaves the state while somebody may access its location.
inline constexpr std::size_t followed_writes = 6;
inline constexpr std::string_view beyond_followed =
    "where races are followed, a location has no more than 6 writes in runs that may be infinite";
static_assert(window_writes == 4 && followed_writes == 6, "the sentences say so");

class Fairness {
 public:
  /// Keeps a reference to the context.
  explicit Fairness(const Context& context);

  /// Whether memory may bring the last write of the location to the thread.
  bool may_propagate(const State& state, ThreadId thread, LocationId location) const;

  /// Whether the next instruction of the thread is a write that waits for a step of memory, which
  /// is then enabled.
  bool withholds(const State& state, ThreadId thread) const;

  /// Where races are followed: whether a location has more writes than are looked at.
  bool has_too_many_writes(const State& state) const;

  /// What memory owes here: each thread, for each location that it may access again and again, that
  /// it reads and places nothing before the last write; and barriers of which the quorum has
  /// arrived, that they open.
  Duties open(const State& state) const;

  /// The duty that the step of memory pays.
  std::uint32_t duty_of(ThreadId thread, LocationId location) const;
  std::uint32_t duty_to_open(const Instance& instance) const;

 private:
  // By location; of what a thread may execute again and again.
  struct Repeated {
    std::vector<bool> accesses;
    std::vector<bool> writes;
    bool operator==(const Repeated&) const = default;
  };

  void look_ahead(ThreadId thread);
  const Repeated& repeated(const State& state, ThreadId thread) const {
    return repeated_[thread][state.next[thread]];
  }
  bool lags(const State& state, ThreadId thread, LocationId location) const;
  bool is_full(const State& state, LocationId location) const;

  const Context& context_;
  std::vector<std::vector<Repeated>> repeated_;  // per thread and pc
};

}  // namespace opexplore::vulkan
