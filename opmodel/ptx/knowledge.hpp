// How knowledge moves: what a thread learns by acquiring, what a write hands on
// by releasing. The same functions serve the in-order machine, which applies
// them as it goes, and the out-of-order machine, which applies them to a fixpoint.
#pragma once

#include <array>
#include <vector>

#include "opmodel/parts/small_vector.hpp"
#include "opmodel/ptx/view.hpp"

namespace opexplore::ptx_model {

/// One view per scope: entry s is what somebody at distance s may learn.
template <unsigned Width>
using ScopedViews = std::array<View<Width>, 3>;

inline constexpr std::array<Scope, 3> all_scopes{Scope::cta, Scope::gpu, Scope::sys};

constexpr std::size_t level(Scope scope) { return static_cast<std::size_t>(scope); }

/// Release patterns of one thread that end in a write. Patterns that begin with
/// a fence or a generic release are `surface_headed == false`; those that begin
/// with a release through the surface proxy synchronise only with acquires through
/// that proxy, because moral strength asks for the same proxy at both ends.
template <unsigned Width>
struct ReleaseSource {
  ThreadId thread = 0;
  bool surface_headed = false;
  ScopedViews<Width> views{};

  bool operator==(const ReleaseSource&) const = default;
};

/// What a write hands on to those that observe it in an acquire pattern: its own
/// release patterns and, along observation through read-modify-writes (PTX ISA
/// 8.9.2), those of the writes before it. Sorted by (thread, surface_headed).
template <unsigned Width>
using Message = SmallVector<ReleaseSource<Width>, 1>;

/// The entry of the message for that source, created when missing.
template <unsigned Width>
ReleaseSource<Width>& source_in(Message<Width>& message, ThreadId thread, bool surface_headed) {
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
template <unsigned Width>
struct AddressRelease {
  AddressId address = 0;
  bool surface_headed = false;
  ScopedViews<Width> views{};

  bool operator==(const AddressRelease&) const = default;
};

/// What one thread knows.
template <unsigned Width>
struct Knowledge {
  View<Width> view;             ///< base causality up to its next instruction
  ScopedViews<Width> released;  ///< view at its last release-capable fence of at least that scope
  ScopedViews<Width> fenced;    ///< view at its last fence.sc of at least that scope
  ItemSet observed = 0;         ///< writes it observed by morally strong reads
  std::vector<AddressRelease<Width>> address_released;  ///< sorted by (address, surface_headed)

  bool operator==(const Knowledge&) const = default;
};

/// Sets the views of all scopes up to `scope`.
template <unsigned Width>
void publish(ScopedViews<Width>& views, Scope scope, const View<Width>& view) {
  for (const Scope s : all_scopes) {
    if (s <= scope) views[level(s)] = view;
  }
}

/// The thread learns what the message offers to an acquire operation with this
/// scope whose last operation uses this proxy (synchronises-with, PTX ISA 8.9.4).
template <unsigned Width>
void learn(Knowledge<Width>& knower, const Semantics& semantics, const Message<Width>& message,
           ThreadId thread, Scope scope, Proxy proxy) {
  for (const ReleaseSource<Width>& source : message) {
    if (source.surface_headed != (proxy != Proxy::generic)) continue;
    const Scope needed = semantics.distance(source.thread, thread);
    if (scope >= needed) knower.view |= source.views[level(needed)];
  }
}

/// A write's release patterns. `knower` already knows the write itself.
template <unsigned Width>
void release_through(Knowledge<Width>& knower, const Access& access, Message<Width>& message) {
  if (!access.strong) return;
  const bool surface = access.proxy != Proxy::generic;
  if (access.releases) {
    auto& waiting = knower.address_released;
    auto place = waiting.begin();
    while (place != waiting.end() &&
           (place->address < access.address ||
            (place->address == access.address && place->surface_headed < surface))) {
      ++place;
    }
    if (place == waiting.end() || place->address != access.address ||
        place->surface_headed != surface) {
      place = waiting.insert(place, {access.address, surface, {}});
    }
    publish(place->views, access.scope, knower.view);
  }
  const auto offer = [&](bool headed, const ScopedViews<Width>& views) {
    if (views == ScopedViews<Width>{}) return;
    ScopedViews<Width>& own = source_in(message, access.thread, headed).views;
    for (const Scope s : all_scopes) own[level(s)] |= views[level(s)];
  };
  offer(false, knower.released);
  for (const AddressRelease<Width>& waiting : knower.address_released) {
    if (waiting.address == access.address) offer(waiting.surface_headed, waiting.views);
  }
}

/// Observation continues through a read-modify-write: its write hands on what the
/// write that it read from handed on.
template <unsigned Width>
void inherit(Message<Width>& message, const Message<Width>& earlier) {
  for (const ReleaseSource<Width>& source : earlier) {
    ScopedViews<Width>& own = source_in(message, source.thread, source.surface_headed).views;
    for (const Scope s : all_scopes) own[level(s)] |= source.views[level(s)];
  }
}

}  // namespace opexplore::ptx_model
