// release — what a write hands on to those who observe it in an acquire pattern.
//
// PTX ISA 8.8: a release pattern begins with a release write, or with a releasing fence, and ends
// in a strong write of the same thread: the release write itself, a later strong write to its
// location, or any strong write after the fence. PTX ISA 8.9.2: observation goes on through
// read-modify-writes.
//
//   t writes w through a strong access to address x
//   ----------------------------------------------------------------------------
//   message(w) := views at t's last releasing fence, by scope
//               ∪ views at t's release writes to x, by scope (w itself included)
//               ∪ message(w') if w is the write of a read-modify-write that read w'
#pragma once

#include "opmodel/ptx/knowledge.hpp"

namespace opexplore::ptx_model {

/// A release at this scope: whoever is at most that far away may learn the view.
template <class Size>
void publish(ScopedViews<Size>& views, Scope scope, const View<Size>& view) {
  for (const Scope s : all_scopes) {
    if (s <= scope) views[level(s)] = view;
  }
}

/// Where the thread keeps the release pattern that this release write begins.
template <class Size>
ScopedViews<Size>& pattern_of(Knowledge<Size>& knower, const Access& access) {
  const bool surface = access.proxy != Proxy::generic;
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
  return place->views;
}

/// Action: the release patterns that end in the write. `knower` knows the write already.
template <class Size>
void release(Knowledge<Size>& knower, const Access& access, Message<Size>& message) {
  if (!access.strong) return;
  if (access.releases) publish(pattern_of(knower, access), access.scope, knower.view);
  const auto offer = [&](bool surface_headed, const ScopedViews<Size>& views) {
    if (views == ScopedViews<Size>{}) return;
    ScopedViews<Size>& own = source_in(message, access.thread, surface_headed).views;
    for (const Scope s : all_scopes) own[level(s)] |= views[level(s)];
  };
  offer(false, knower.released);
  for (const AddressRelease<Size>& waiting : knower.address_released) {
    if (waiting.address == access.address) offer(waiting.surface_headed, waiting.views);
  }
}

/// Action: the write of a read-modify-write hands on what the write that it read handed on.
template <class Size>
void inherit(Message<Size>& message, const Message<Size>& earlier) {
  for (const ReleaseSource<Size>& source : earlier) {
    ScopedViews<Size>& own = source_in(message, source.thread, source.surface_headed).views;
    for (const Scope s : all_scopes) own[level(s)] |= source.views[level(s)];
  }
}

}  // namespace opexplore::ptx_model
