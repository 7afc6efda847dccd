// What the race detector knows about a program before it runs: which levels of the scope tree tell
// its threads apart, and where it keeps which access in mind.
#pragma once

#include <bitset>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "opmodel/parts/flow.hpp"

namespace opexplore::drf0 {

/// A scope, or none: 0; cta 1, gpu 2, sys 3.
using Rank = std::uint8_t;

constexpr Rank rank_of(Scope scope) {
  return scope == Scope::cta ? 1 : scope == Scope::sys ? 3 : 2;  // no program here has clusters
}

inline constexpr Rank rank_cta = rank_of(Scope::cta);
inline constexpr Rank rank_sys = rank_of(Scope::sys);

/// Bits of slots, 64 to a word.
using Words = std::vector<std::uint64_t>;

/// One instruction as the detector sees it.
struct Planned {
  enum class Kind : std::uint8_t { access, fence, sync, arrive, silent };
  Kind kind = Kind::silent;
  bool reads = false;     ///< a load or an atomic
  bool writes = false;    ///< a store or an atomic
  bool may_fail = false;  ///< a cas, which may write nothing for all that
  bool acquires = false;  ///< an access or fence with acquire semantics; never a `red`
  bool releases = false;
  bool observes = false;    ///< an access whose read can begin or be an acquire pattern: no `red`
  bool keeps_all = false;   ///< fence.acq_rel and fence.sc: nothing passes them
  Rank strong = 0;          ///< the scope of a strong access or a fence; 0 is weak
  LocationId location = 0;  ///< of an access
  /// The number of its location among those that two threads access and one writes.
  std::optional<std::size_t> contended;
};

/// Accesses of one thread to one location, as they are kept in mind.
enum class Family : std::uint8_t { read, write };

/// What a thread may still do from a pc on.
struct Future {
  Words conflicts;                ///< slots of other threads that its accesses conflict with
  std::bitset<256> strong_reads;  ///< contended locations
  bool strong_write = false;      ///< to a contended location
  bool acquire_fence = false;
  bool order = false;  ///< a strong access or a barrier, before which earlier ones settle
  bool operator==(const Future&) const = default;
};

/// Immutable facts about one program. Thread-safe.
class Plan {
 public:
  /// Precondition: at most max_mask_threads threads.
  explicit Plan(const Program& program);

  std::size_t threads() const { return planned_.size(); }
  std::size_t contended() const { return locations_.size(); }
  /// Precondition: `pc` is before the end.
  const Planned& at(ThreadId thread, InstructionId pc) const { return planned_[thread][pc]; }
  const Future& future(ThreadId thread, InstructionId pc) const { return futures_[thread][pc]; }
  LocationId location(std::size_t contended) const { return locations_[contended]; }

  /// \name Levels: the scopes that divide the threads in different ways, smallest first. A scope
  /// that divides them as the next smaller one does orders nothing that that one does not.
  /// @{
  std::size_t levels() const { return levels_.size(); }
  Scope scope(std::size_t level) const { return levels_[level].scope; }
  bool reaches(Rank strong, std::size_t level) const { return strong >= rank_of(scope(level)); }
  bool together(ThreadId a, ThreadId b, std::size_t level) const {
    return levels_[level].part[a] == levels_[level].part[b];
  }
  /// @}

  /// The smallest scope that includes both; cta for a thread and itself.
  Rank need(ThreadId a, ThreadId b) const { return needs_[a][b]; }

  /// \name Slots. One per location, thread, family and class. The class of an access says towards
  /// which other threads it is a synchronisation operation; classes of a thread are the different
  /// values of need(), 0 being none.
  /// @{
  std::size_t words() const { return (slot_count_ + 63) / 64; }
  std::uint8_t class_of(ThreadId thread, Rank rank) const;
  /// The rank that an access of the class has for certain.
  Rank rank_of_class(ThreadId thread, std::uint8_t number) const;
  /// Number of classes that accesses of the family can have; 0 when there are none.
  std::uint8_t classes(std::size_t contended, ThreadId thread, Family family) const {
    return rows_[contended][thread].count[std::size_t(family)];
  }
  std::size_t slot(std::size_t contended, ThreadId thread, Family family,
                   std::uint8_t number) const {
    return rows_[contended][thread].first[std::size_t(family)] + number;
  }
  /// @}

 private:
  struct Level {
    Scope scope = Scope::cta;
    std::vector<std::uint32_t> part;  // per thread
  };
  struct Row {
    std::size_t first[2] = {0, 0};
    std::uint8_t count[2] = {0, 0};
  };

  void find_contended(const Program& program);
  void find_levels(const Program& program);
  void number_slots();
  void look_ahead(const Program& program);
  Future effect(ThreadId thread, const Planned& planned) const;

  std::vector<std::vector<Planned>> planned_;
  std::vector<LocationId> locations_;
  std::vector<Level> levels_;
  std::vector<std::vector<Rank>> needs_;
  std::vector<std::vector<Rank>> classes_;  // per thread the ranks of classes 1, 2, …
  std::vector<std::vector<Row>> rows_;      // per contended location and thread
  std::size_t slot_count_ = 0;
  std::vector<std::vector<Future>> futures_;  // per thread and pc, the end included
};

}  // namespace opexplore::drf0
