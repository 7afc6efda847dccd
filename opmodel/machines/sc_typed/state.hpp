// The boxes of figure 4 of Singh 2015: classifier, type caches, type-wait queues, unsafe queues
// and the safe queue of the memory ordering buffer.
//
// Each list holds all queues of its kind: `waiting` and `unsafe` by warp, `safe` by SM and
// location, each in the order of arrival. The synchronization table is not a box of its own: an
// entry lives exactly as long as its marker is in an unsafe queue, so the markers say what is in
// the table.
//
// Invariant: no marker heads the unsafe queue of its warp.
#pragma once

#include "opmodel/machines/sc_typed/classifier.hpp"
#include "opmodel/parts/small_vector.hpp"
#include "opmodel/pipeline/core.hpp"

namespace opexplore::sc_typed {

using pipeline::Access;
using pipeline::WarpId;

/// An access in a type-wait queue.
struct Waiting {
  Access access;
  bool typed = false;  ///< without type-update alone: it was told that it is SM-safe
  bool operator==(const Waiting&) const = default;
};

/// An entry of an unsafe queue: an access, or the marker of an SM-safe access that has bypassed
/// those before it.
struct Unsafe {
  WarpId warp = 0;
  bool marker = false;
  LocationId location = 0;
  bool writes = false;
  Access access;  ///< unless it is a marker
  bool operator==(const Unsafe&) const = default;
};

struct State {
  pipeline::CoreState core;
  SmallVector<MacEntry, 4> mac;       ///< per sector
  SmallVector<Type, 16> type_caches;  ///< per SM and sector
  SmallVector<Waiting, 6> waiting;
  SmallVector<Unsafe, 6> unsafe;
  SmallVector<Access, 6> safe;  ///< SM-safe accesses that have not completed
};

}  // namespace opexplore::sc_typed
