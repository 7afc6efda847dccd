// fence_sc — takes a place in the Fence-SC order, and is then a fence.
//
// PTX ISA 8.9.3: Fence-SC is an acyclic order that relates each two morally strong `fence.sc`: two
// whose scopes include each other's thread. PTX ISA 8.10.2: a fence does not precede, in that
// order, one that is in base causality before it. PTX ISA 8.9.4: what precedes it in Fence-SC
// synchronises with it.
//
//   t executes fence.sc F        earlier = the fences that precede F in Fence-SC
//   F is not in base causality before itself
//   ----------------------------------------------------------------------------
//   view(t) ∪= view at each fence in earlier;  F joins view(t);  as fence
//
// In order F comes after every morally strong fence that has run. Out of order it may take a place
// before some of them, and then be led to by itself: there the fences are items of views.
#pragma once

#include <span>

#include "opmodel/ptx/rules/fence.hpp"

namespace opexplore::ptx_model {

/// Whether Fence-SC relates a fence of this scope in thread `a` with one in `b`.
inline bool morally_strong_fences(const Semantics& semantics, ThreadId a, Scope scope_a, ThreadId b,
                                  Scope scope_b) {
  const Scope needed = semantics.distance(a, b);
  return a == b || (scope_a >= needed && scope_b >= needed);
}

/// Guard, once the fences before it are known. `own`: the item that stands for the fence, none in
/// order.
template <class Size>
bool may_fence_sc(const View<Size>& view, const typename Size::Items& own) {
  return !view.items.anywhere().intersects(own);
}

/// Action: learns what the fences before it knew. Returns whether the guard holds.
template <class Size>
bool fence_sc(Knowledge<Size>& knowledge, const SharedMemory<Size>& shared, ThreadId thread,
              const FenceFacts& facts, std::span<const View<Size>* const> earlier,
              const typename Size::Items& own) {
  for (const View<Size>* const view : earlier) knowledge.view |= *view;
  const bool allowed = may_fence_sc(knowledge.view, own);
  knowledge.view.items.stage[Stages::generic] |= own;
  fence(knowledge, shared, thread, facts);
  return allowed;
}

}  // namespace opexplore::ptx_model
