// What the in-order form of the PTX machine knows between two steps.
#pragma once

#include <type_traits>
#include <vector>

#include "opmodel/data_race.hpp"
#include "opmodel/parts/barrier.hpp"
#include "opmodel/parts/small_vector.hpp"
#include "opmodel/ptx/coherence.hpp"
#include "opmodel/ptx/knowledge.hpp"

namespace opexplore::ptx_model {

/// One thread of the machine.
template <class Size>
struct InOrderThread {
  InstructionId pc = 0;
  SmallVector<Value, 4> registers;  ///< dead ones are zero
  Knowledge<Size> knowledge;
  typename Size::Items floor;  ///< writes that memory has brought to it (rules/propagate.hpp)
  bool operator==(const InOrderThread&) const = default;
};

/// What the threads that have arrived at a barrier bring with them.
template <class Size>
struct Gathering {
  ThreadMask cta = 0;
  Value resource = 0;
  View<Size> view;
  bool complete = false;  ///< Dartagnan's quorum reached: later arrivals pass
  bool operator==(const Gathering&) const = default;
};

/// What is remembered of accesses where races are looked for (rules/race.hpp).
template <class Size>
struct Racing {
  using Slots = BitSet<Size::slot_words>;
  Slots done;                      ///< accesses that may still race
  SmallVector<Slots, 8> observed;  ///< per write: those that whoever observes it comes after
  /// Sorted. Those of the step that led here alone, and then no part of the state; or, of a test
  /// with a filter, all that the execution has had (Context::keeps_races).
  SmallVector<RacingPair, 2> found;
  bool operator==(const Racing&) const = default;
};

/// In the place of what nobody asks about.
struct NotRacing {
  bool operator==(const NotRacing&) const = default;
};

template <class Size>
struct InOrderState {
  SmallVector<InOrderThread<Size>, 4> threads;
  Memory<Size::words> memory;
  SmallVector<Message<Size>, 8> messages;  ///< per write
  SmallVector<View<Size>, 3> fences;       ///< what was known at fence.sc, per cluster
  Barriers barriers;
  std::vector<Gathering<Size>> gatherings;
  /// Once all threads are done: the settled value of the first observed locations.
  SmallVector<Value, 2> settled;
  bool too_many_writes = false;
  [[no_unique_address]] std::conditional_t<Size::finds_races, Racing<Size>, NotRacing> racing;
  bool operator==(const InOrderState&) const = default;
};

/// Calls f(view) for every view in the state.
template <class Size, class F>
void for_each_view(InOrderState<Size>& state, F&& f) {
  const auto scoped = [&](ScopedViews<Size>& views) {
    for (View<Size>& view : views) f(view);
  };
  for (auto& thread : state.threads) {
    f(thread.knowledge.view);
    scoped(thread.knowledge.released);
    for (auto& waiting : thread.knowledge.address_released) scoped(waiting.views);
  }
  for (auto& message : state.messages) {
    for (auto& source : message) scoped(source.views);
  }
  for (auto& fences : state.fences) f(fences);
  for (auto& gathering : state.gatherings) f(gathering.view);
}

/// The memory that the rules see.
template <class Size>
SharedMemory<Size> shared_of(const Semantics& semantics, InOrderState<Size>& state) {
  return {semantics, state.memory, span_of(state.messages)};
}

}  // namespace opexplore::ptx_model
