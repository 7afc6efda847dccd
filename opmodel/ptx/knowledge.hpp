// What a thread knows and what a write hands on: the words in which the rules (rules/) are written.
// In order they are parts of the state, which the rules change; out of order the same rules are
// folded over what was issued, to a fixpoint, and these are worked out.
#pragma once

#include <array>
#include <span>

#include "opmodel/parts/rare_vector.hpp"
#include "opmodel/parts/small_vector.hpp"
#include "opmodel/ptx/coherence.hpp"
#include "opmodel/ptx/semantics.hpp"
#include "opmodel/ptx/view.hpp"

namespace opexplore::ptx_model {

/// One view per scope: entry s is what somebody at distance s may learn.
template <class Size>
using ScopedViews = std::array<View<Size>, 3>;

/// Whether nobody may learn anything.
template <class Size>
bool is_empty(const ScopedViews<Size>& views) {
  const View<Size> none{};
  return views[0] == none && views[1] == none && views[2] == none;
}

inline constexpr std::array<Scope, 3> all_scopes{Scope::cta, Scope::gpu, Scope::sys};

/// Release patterns of one thread that end in a write. Patterns that begin with
/// a fence or a generic release are `surface_headed == false`; those that begin
/// with a release through the surface proxy synchronise only with acquires through
/// that proxy, because moral strength asks for the same proxy at both ends.
template <class Size>
struct ReleaseSource {
  ThreadId thread = 0;
  bool surface_headed = false;
  ScopedViews<Size> views{};

  bool operator==(const ReleaseSource&) const = default;
};

/// What a write hands on to those that observe it in an acquire pattern: its own
/// release patterns and, along observation through read-modify-writes (PTX ISA
/// 8.9.2), those of the writes before it. Sorted by (thread, surface_headed).
template <class Size>
using Message = SmallVector<ReleaseSource<Size>, 1>;

/// The entry of the message for that source, created when missing.
template <class Size>
ReleaseSource<Size>& source_in(Message<Size>& message, ThreadId thread, bool surface_headed) {
  auto place = message.begin();
  while (place != message.end() &&
         (place->thread < thread ||
          (place->thread == thread && place->surface_headed < surface_headed))) {
    ++place;
  }
  if (place == message.end() || place->thread != thread ||
      place->surface_headed != surface_headed) {
    place = message.insert(place, {thread, surface_headed, {}});
  }
  return *place;
}

/// A release pattern in waiting: a release write; later strong writes of the
/// thread to the same virtual address continue it.
template <class Size>
struct AddressRelease {
  AddressId address = 0;
  bool surface_headed = false;
  ScopedViews<Size> views{};

  bool operator==(const AddressRelease&) const = default;
};

/// What one thread knows.
template <class Size>
struct Knowledge {
  View<Size> view;                ///< base causality up to its next instruction
  ScopedViews<Size> released;     ///< view at its last release-capable fence of at least that scope
  typename Size::Items observed;  ///< writes it observed by morally strong reads
  RareVector<AddressRelease<Size>> address_released;  ///< sorted by (address, surface_headed)

  bool operator==(const Knowledge&) const = default;
};

/// What the rules see of memory: its writes, and what each of them hands on.
template <class Size>
struct SharedMemory {
  const Semantics& semantics;
  const Memory<Size::words>& memory;
  std::span<Message<Size>> messages;  ///< per write
};

}  // namespace opexplore::ptx_model
