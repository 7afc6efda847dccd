// The way to memory: which accesses are in flight, from issue to completion (Singh, Aga,
// Narayanasamy, MICRO 2015, sections 2.1, 3.1 and 3.2). What may be issued, and what else has to
// wait, is for the rules of each machine to say.
//
// The threads of an SM share one path to memory (3.2). Accesses complete out of
// order (3.1: caches, interconnect, partitions), except that two to one location which entered the
// same path complete in the order in which they entered it. Shared and global memory have pipelines
// of their own, which is no difference here: accesses to two locations are not ordered anyway.
//
// One list stands for all paths. Entries whose order matters, because they are on one path and of
// one location, or of one warp where there are store buffers, keep it; the list is the
// lexicographically first one that does, so that states with the same futures have the same bytes.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "opmodel/pipeline/core.hpp"

namespace opexplore::pipeline {

// WART: paths-without-sources. Nothing says which write a value came from.
/// An access between issue and completion.
struct InFlight {
  Access access;
  bool fenced = false;  ///< its warp has passed a fence since (PathForm::marks_fences)
  bool operator==(const InFlight&) const = default;
};

struct PathState {
  CoreState core;
  SmallVector<InFlight, 8> in_flight;
  bool operator==(const PathState&) const = default;
};

// WART: accesses-in-flight. The search ends behind a state with more.
/// Accesses that one thread may have in flight; more make the result incomplete.
inline constexpr std::size_t max_in_flight = 32;

/// Executions of one instruction that a thread may have in flight where infinite runs are judged: a
/// further one waits until one of them has completed. The stores of a loop then leave the graph
/// finite, and what waits does not wait for ever.
inline constexpr std::size_t liveness_window = 2;

/// How the machine's accesses travel.
struct PathForm {
  bool per_warp = false;      ///< each warp has a path of its own, instead of each SM
  bool warp_order = false;    ///< the order of the accesses of one warp matters
  bool count_shared = false;  ///< the counters count accesses to shared memory too
  bool marks_fences = false;  ///< entries remember that a fence came after them
};

/// The two counters of a warp: accesses in flight (3.2). An atomic is in both.
struct Counters {
  unsigned loads = 0;
  unsigned stores = 0;
  bool zero() const { return loads == 0 && stores == 0; }
};

inline constexpr std::array<std::string_view, 2> path_values{"sm", "warp"};
/// Settings of all machines with a path.
inline constexpr Setting path_setting{
    "path", path_values, "who shares a path to memory: the threads of an SM, or of a warp alone"};

/// The form that `path` and `sms` ask for. Where the path of an SM does not order what its threads
/// see, accesses to shared memory have to be counted like all others.
inline PathForm path_form(const MachineOptions& options) {
  PathForm form;
  form.per_warp = form.count_shared = value_of(path_setting, options) == "warp";
  return form;
}

/// What enters, travels and completes. Thread-safe.
class Path {
 public:
  /// Keeps a reference to the test.
  Path(const Test& test, const MachineOptions& options, const PathForm& form);

  const Core& core() const { return core_; }
  const PathForm& form() const { return form_; }

  const Planned& planned(const InFlight& entry) const { return core_.planned(entry.access); }
  bool same_warp(ThreadId thread, const InFlight& entry) const {
    return core_.plan().warp(thread) == core_.plan().warp(entry.access.thread);
  }

  /// Whether the accesses of both travel together.
  bool same_path(ThreadId a, ThreadId b) const;

  /// The counters of the thread's warp.
  Counters counters(const PathState& state, ThreadId thread) const;
  /// The same, of what a fence has marked.
  Counters fenced(const PathState& state, ThreadId thread) const;
  /// Whether the counters see accesses to the location.
  bool counts(LocationId location) const {
    return form_.count_shared || !core_.plan().is_shared(location);
  }

  /// Whether no access to its location is before it on its path.
  bool is_next(const PathState& state, std::size_t entry) const;
  /// Whether some access of its warp was issued before it. Precondition: PathForm::warp_order.
  bool is_behind_own_warp(const PathState& state, std::size_t entry) const;
  /// For a load: the access to its location right before it on its path, if that is a store of its
  /// own thread; else nullptr. A load may not pass another one: coherence.
  const InFlight* own_store(const PathState& state, std::size_t entry) const;

  /// The next access of the thread is issued: it enters the path.
  void enter(PathState& state, ThreadId thread) const;
  /// The access acts on memory and leaves the path.
  void complete(PathState& state, std::size_t entry) const;
  /// The load takes this value and leaves the path.
  void complete_with(PathState& state, std::size_t entry, Value value) const;
  /// Marks what the thread's warp has in flight. Precondition: PathForm::marks_fences.
  void mark(PathState& state, ThreadId thread) const;

  /// Whether no other thread is touched when this one issues an access to the location: it is
  /// alone in its warp, and no other thread of its path names the location.
  bool enters_unnoticed(ThreadId thread, LocationId location) const {
    return core_.plan().alone_in_warp(thread) &&
           (form_.per_warp || core_.plan().alone_on_sm(thread, location));
  }

  /// Accesses of the thread in flight.
  std::size_t count(const PathState& state, ThreadId thread) const;
  /// Whether the thread's next access waits for room in the liveness_window.
  bool waits_for_room(const PathState& state, ThreadId thread) const;
  /// A structural bound that was hit, or nothing.
  std::string_view exceeded(const PathState& state) const;

  void encode(const PathState& state, std::string& bytes) const;
  void decode(std::string_view bytes, PathState& state) const;

  /// \name Words for traces.
  /// @{
  /// "SM0 in flight": "P0 st x=1, P0 ld y"; "P0 pending": "1 load, 1 store".
  void describe(const PathState& state, std::vector<Component>& components) const;
  /// "st x=1", "ld y", "atom x".
  std::string text(const Access& access) const;
  /// "the path of SM0", "the path of P0's warp".
  std::string path_name(ThreadId thread) const;
  /// "P0", "P0 P1": the threads of the thread's warp.
  std::string warp_name(ThreadId thread) const;
  /// @}

 private:
  bool same_place(const InFlight& a, const InFlight& b) const {
    return same_path(a.access.thread, b.access.thread) &&
           planned(a).location == planned(b).location;
  }
  bool in_order(const InFlight& a, const InFlight& b) const;
  void insert(PathState& state, const InFlight& entry) const;
  void remove(PathState& state, std::size_t entry) const;

  Core core_;
  PathForm form_;
};

}  // namespace opexplore::pipeline
