// What the rules know about the program and the hardware, and questions about a state.
#pragma once

#include <vector>

#include "opmodel/machines/sc_typed/mechanisms.hpp"
#include "opmodel/machines/sc_typed/state.hpp"

namespace opexplore::sc_typed {

/// A set of locations, one bit each; programs with more than 64 are refused.
using LocationSet = std::uint64_t;
constexpr LocationSet location_bit(LocationId location) { return LocationSet{1} << location; }

/// How large the hardware is.
struct Size {
  unsigned sms = 0;          ///< blocks take turns on so many SMs; 0: one SM for each
  unsigned sector = 1;       ///< locations per sector
  unsigned mac_entries = 0;  ///< sectors that the classifier can hold; 0: all
};

struct Context {
  pipeline::Core core;
  Mechanisms present;
  unsigned mac_entries;
  bool forget_dead;
  std::vector<SectorId> sector;  ///< per location; global ones are numbered as declared
  std::size_t sectors = 0;
  std::vector<LocationSet> locations;  ///< per sector

  Context(const Test& test, const MachineOptions& options, const Size& size,
          const Mechanisms& mechanisms);

  const pipeline::Plan& plan() const { return core.plan(); }
  SmId sm(const Access& access) const { return plan().sm(access.thread); }
  WarpId warp(const Access& access) const { return plan().warp(access.thread); }
  SmId sm_of_warp(WarpId warp) const { return sm_of_warp_[warp]; }
  SmMask all_sms() const { return static_cast<SmMask>((1U << plan().sms()) - 1U); }

  LocationId location(const Access& access) const { return core.planned(access).location; }
  bool is_shared(const Access& access) const { return plan().is_shared(location(access)); }
  /// Precondition: the access is to global memory.
  SectorId sector_of(const Access& access) const { return sector[location(access)]; }
  bool in_sector(LocationId location, SectorId s) const {
    return !plan().is_shared(location) && sector[location] == s;
  }

  Type& type_cache(State& state, SmId sm, SectorId s) const {
    return state.type_caches[sm * sectors + s];
  }
  Type type_cache(const State& state, SmId sm, SectorId s) const {
    return state.type_caches[sm * sectors + s];
  }

  /// Any thread on the SM.
  ThreadId thread_of(SmId sm) const { return thread_of_sm_[sm]; }
  /// Locations that instructions from `pc` on may access.
  LocationSet accessed_from(ThreadId thread, InstructionId pc) const {
    return accessed_[thread][pc];
  }

 private:
  std::vector<std::vector<LocationSet>> accessed_;  // per thread and pc, the end included
  std::vector<SmId> sm_of_warp_;
  std::vector<ThreadId> thread_of_sm_;
};

/// How the access is to be treated, as far as its SM knows. Shared memory is SM-safe always.
Type type_of(const Context& context, const State& state, const Waiting& entry);

/// Whether it stands where type-wait queues let accesses out: at the head.
bool is_next(const Context& context, const State& state, std::size_t waiting);

/// Whether an unsafe access of the warp has not completed.
bool pending_unsafe(const State& state, WarpId warp);

/// Whether the synchronization table holds an entry, of another warp of the SM, that conflicts with
/// the SM-safe access: the same location, and one of the two writes.
bool conflicts(const Context& context, const State& state, const Access& access);

/// Whether the SM may acknowledge that the sector is about to change its type.
bool drained(const Context& context, const State& state, SmId sm, SectorId sector);

/// Entries of the classifier that are in use.
unsigned mac_entries_used(const State& state);

/// Locations that instructions not yet classified may still access.
LocationSet still_accessed(const Context& context, const State& state);

}  // namespace opexplore::sc_typed
