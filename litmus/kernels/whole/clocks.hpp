// What the threads of a block know of each other, and of what they have issued, where only barriers
// and waits order them: vector clocks.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "opmodel/asynchronous.hpp"

namespace opexplore::kernel {

/// Threads of a block, from a multiple of so many on, that compute products of matrices together
/// (PTX ISA 9.7.17.1 "Warpgroup").
inline constexpr std::uint32_t warpgroup_size = 128;

/// What a thread does between two of its barriers; or what operations do that go on by themselves
/// and that somebody waits for together.
struct Moment {
  std::uint32_t who = 0;   ///< a thread, by its number in the block; or operations: see Clocks
  std::uint32_t time = 0;  ///< grows at each barrier that it comes to, with each group, each phase
};

class Clocks {
 public:
  /// Of whom something is known, up to which time. Who is not there is not known.
  using Times = std::vector<std::uint32_t>;

  /// What a thread knows. Null: nothing of others.
  struct Known {
    std::shared_ptr<const Times> times = {};
    /// What the asynchronous proxy knows, too, of global and of shared memory: what was before a
    /// fence between the proxies (PTX ISA 9.7.15.4, 8.9.5).
    std::array<std::shared_ptr<const Times>, 2> fenced = {};
    bool operator==(const Known&) const = default;
  };

  /// What somebody brings along to a barrier. Of time 0 are moments that say nothing.
  struct Given {
    Moment moment;
    std::array<Moment, 4> completed = {};  ///< operations of its own that it has waited for
    Known known = {};
  };

  /// Operations of a thread that it waits for in groups, which complete in their order (PTX ISA
  /// 9.7.9.25.3.3, 9.7.9.25.5.2, 9.7.17.7.2); of matrices those of its warpgroup.
  enum class Group : std::uint8_t { copies, bulk_reads, bulk_writes, matrices };

  explicit Clocks(std::uint32_t threads)
      : times_(threads, 1), completed_(threads), known_(threads) {}

  Moment now(std::uint32_t thread) const { return {thread, times_[thread]}; }
  /// What operations of the thread's group of that number, from 1, do.
  Moment group(std::uint32_t thread, Group kind, std::uint32_t number) const {
    return {(1 + static_cast<std::uint32_t>(kind)) * count() + owner(thread, kind), number};
  }
  /// What completes in the phase of that number, from 1, of one of the block's mbarriers.
  Moment phase(std::uint32_t mbarrier, std::uint32_t number) const {
    return {(1 + groups) * count() + mbarrier, number};
  }

  /// Whether what was done then comes before all that the thread does from now on, and before what
  /// it issues.
  bool is_before(const Moment& moment, std::uint32_t thread) const;
  /// Whether the asynchronous proxy knows that, too, of what the generic one did in that memory.
  bool is_fenced(const Moment& moment, std::uint32_t thread, bool in_shared) const {
    return is_fenced(moment, known_[thread], in_shared);
  }
  static bool is_fenced(const Moment& moment, const Known& known, bool in_shared) {
    return contains(known.fenced[in_shared ? 1 : 0], moment);
  }
  static bool contains(const std::shared_ptr<const Times>& times, const Moment& moment) {
    return moment.time == 0 ||
           (times != nullptr && moment.who < times->size() && (*times)[moment.who] >= moment.time);
  }

  /// The thread comes to a barrier, or arrives; what it does from now on is later.
  Given give(std::uint32_t thread);
  /// What all that was given says together.
  static Known join(std::span<const Given> given);
  /// What each of it says.
  static Known meet(std::span<const Given> given);
  /// Threads that have given go on, and know what all have given.
  void take(std::span<const Given> given, std::span<const std::uint32_t> threads);
  /// The thread learns something.
  void learn(std::uint32_t thread, const Known& known);
  /// The thread has waited for its groups up to this one.
  void complete(std::uint32_t thread, Group kind, std::uint32_t number);
  /// The thread executes `fence.proxy.async` for that space.
  void fence(std::uint32_t thread, opexplore::Space space);

 private:
  static constexpr std::uint32_t groups = 4;

  std::uint32_t count() const { return static_cast<std::uint32_t>(times_.size()); }
  static std::uint32_t owner(std::uint32_t thread, Group kind) {
    return kind == Group::matrices ? thread - thread % warpgroup_size : thread;
  }
  std::array<Moment, groups> completed(std::uint32_t thread) const;

  std::vector<std::uint32_t> times_;
  std::vector<std::array<std::uint32_t, groups>> completed_;  // by thread and Group
  std::vector<Known> known_;  // threads that were at the same barrier share what they know
};

}  // namespace opexplore::kernel
