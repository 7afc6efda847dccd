// What of the behaviours a program is made of: all but the accesses to some locations, and but for
// fences behind which nobody accesses one.
//
// Base causality does not depend on weak accesses (PTX ISA 8.9.4 "Synchronizes", 8.9.5, and 8.9.2
// "Observation Order"), and the axioms of coherence and causality speak of each location by itself.
// So weak accesses of which each reads what is known can be left out where others are looked at:
// each execution of the rest is part of one with them. A fence that no access comes behind, of its
// thread or of one that meets it later, can be the last one in Fence-SC, where it orders nothing.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "litmus/kernels/protocol/behaviour.hpp"

namespace opexplore::kernel {

/// A thread of the launch.
struct Speaker {
  std::uint32_t block = 0;
  std::uint32_t thread = 0;                          ///< in the block
  auto operator<=>(const Speaker&) const = default;  // NOLINT(modernize-use-nullptr)
  bool operator==(const Speaker&) const = default;
};

/// The locations that can be left out, each for itself: all accesses are weak loads and stores, and
/// no load is known to read one of several values.
std::set<AddressId> separable_locations(const std::vector<Behaviour>& blocks);

class Extract {
 public:
  /// Keeps the blocks by reference. Precondition: the locations are separable.
  Extract(const std::vector<Behaviour>& blocks, std::set<AddressId> left_out);

  const std::vector<Behaviour>& blocks() const { return blocks_; }

  /// Whether the instruction of an act is kept, where the act is.
  bool keeps(const Instruction& instruction) const;
  /// Whether there is nothing to be done at the position: what is there is left out, and one way
  /// leads on.
  bool skips(const Speaker& speaker, PositionId position) const;
  /// The first position from there on where there is something to be done.
  PositionId from(const Speaker& speaker, PositionId position) const;
  /// Whether it is a choice by a value that is left out. Nobody has come further then.
  bool is_left_out(const Speaker& speaker, const Position& position) const;
  /// Whether others can tell something of the thread: it accesses a location, or stops.
  bool speaks(const Speaker& speaker) const;

 private:
  using Marks = std::vector<std::vector<std::vector<bool>>>;  // by block, thread and position

  const std::vector<Position>& positions(const Speaker& speaker) const {
    return blocks_[speaker.block].positions(speaker.thread);
  }
  bool accesses(const Position& position) const;
  void mark_accesses_ahead();
  bool may_access(const Speaker& speaker, const Position& position) const;

  const std::vector<Behaviour>& blocks_;
  std::set<AddressId> left_out_;
  Marks ahead_;                                     // whether an access may come there or later
  std::vector<std::vector<bool>> behind_meetings_;  // the same, by block and meeting
};

/// Calls `use` for each position that the thread can come to.
template <class F>
void for_each_reached(const std::vector<Position>& positions, F&& use) {
  std::vector<bool> seen(positions.size());
  std::vector<PositionId> open{0};
  seen[0] = true;
  while (!open.empty()) {
    const PositionId now = open.back();
    open.pop_back();
    use(now);
    for (const auto& [by, next] : positions[now].next) {
      if (!seen[next]) open.push_back(next);
      seen[next] = true;
    }
  }
}

}  // namespace opexplore::kernel
