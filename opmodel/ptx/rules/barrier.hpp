// barrier — those who wait at a barrier learn what all who arrived knew.
//
// PTX ISA 9.7.13.1: `bar.sync` arrives and waits until the generation is complete, `bar.arrive`
// only arrives. PTX ISA 8.9.4: the barrier synchronises each that arrived with each that waits.
//
//   t executes bar b      t has not arrived in b's generation
//   ---------------------------------------------------------
//   t in arrived(b);  view(b) ∪= view(t);  bar.sync: t waits
//
//   b's generation is complete       t waits at b
//   ---------------------------------------------------------
//   view(t) ∪= view(b);  t goes on;  a new generation begins
//
// Who is counted, and when a generation is complete, is opmodel/parts/barrier.hpp.
#pragma once

#include <algorithm>

#include "opmodel/parts/barrier.hpp"
#include "opmodel/ptx/context.hpp"
#include "opmodel/ptx/knowledge.hpp"

namespace opexplore::ptx_model {

/// Action: what the thread brings. Returns whether anything of it is new.
template <class Size>
bool arrive(View<Size>& gathered, const Knowledge<Size>& knowledge) {
  const bool grows = !gathered.includes(knowledge.view);
  if (grows) gathered |= knowledge.view;
  return grows;
}

/// Action: what a thread takes along that has waited. One that only arrived takes nothing.
template <class Size>
void leave(Knowledge<Size>& knowledge, const View<Size>& gathered, const Barrier& barrier) {
  if (!barrier.arrive) knowledge.view |= gathered;
}

/// The element of a list sorted by (CTA, resource) for this barrier, made from the two if missing.
template <class List>
typename List::iterator element_for(List& list, ThreadMask cta, Value resource) {
  const auto place = std::ranges::find_if(list, [&](const auto& element) {
    return std::pair{element.cta, element.resource} >= std::pair{cta, resource};
  });
  if (place != list.end() && place->cta == cta && place->resource == resource) return place;
  typename List::value_type element;
  element.cta = cta;
  element.resource = resource;
  return list.insert(place, element);
}

/// Takes out the generations that are complete, least (CTA, resource) first, and calls
/// release(Generation) for each. `positions()`: where each thread stands, asked each time, for
/// what is released moves on.
template <class Positions, class Release>
void complete_barriers(const Context& context, Barriers& barriers, Positions&& positions,
                       Release&& release) {
  if (!context.barriers.has_barriers() || barriers.generations().empty()) return;
  while (true) {
    const SmallVector<InstructionId, max_threads> at = positions();
    const auto generation = barriers.take_completed(context.barriers, span_of(at));
    if (!generation) return;
    release(*generation);
  }
}

}  // namespace opexplore::ptx_model
