// What the in-order form of the PTX machine knows between two steps.
#pragma once

#include <type_traits>

#include "opmodel/data_race.hpp"
#include "opmodel/parts/barrier.hpp"
#include "opmodel/parts/plain_vector.hpp"
#include "opmodel/parts/rare_vector.hpp"
#include "opmodel/parts/small_vector.hpp"
#include "opmodel/ptx/coherence.hpp"
#include "opmodel/ptx/future.hpp"
#include "opmodel/ptx/knowledge.hpp"

namespace opexplore::ptx_model {

/// One thread of the machine.
template <class Size>
struct InOrderThread {
  InstructionId pc = 0;
  PlainVector<Value, 4> registers;  ///< dead ones are zero
  Knowledge<Size> knowledge;
  typename Size::Items floor;  ///< writes that memory has brought to it (rules/propagate.hpp)
  /// Whether its next instruction was put off until another write is there, and which were there
  /// then beside the initial one: it reads none of these (choice.hpp).
  bool awaits = false;
  typename Size::Items passed_over;
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

/// A fence.sc that has run, while its order is left open (open_fences.hpp). Empty when it has not,
/// or can require nothing any more.
template <class Size>
struct OpenFence {
  View<Size> known;           ///< before it: writes, and fences that must come first
  typename Size::Items met;   ///< writes that events behind it have read, or made
  typename Size::Items made;  ///< of these, those that they have made
  PlaceSet met_initial = 0;   ///< locations of which such events have read the initial write
  bool operator==(const OpenFence&) const = default;
};

/// In the place of those.
struct NoOpenFences {
  bool operator==(const NoOpenFences&) const = default;
};

/// A read that a later write may yet have to follow (location_order.hpp).
template <class Size>
struct OrderedRead {
  std::uint8_t source = 0;
  ThreadId thread = 0;
  InstructionId instruction = 0;
  typename Size::Items before;  ///< writes that come before it
  bool operator==(const OrderedRead&) const = default;
};

/// What SC-per-Location has ordered (location_order.hpp). Empty where that need not be checked.
template <class Size>
struct LocationOrder {
  RareVector<typename Size::Items> before;  ///< per write: those that come before it
  RareVector<typename Size::Items> passed;  ///< per thread and address: before its last event there
  RareVector<OrderedRead<Size>> reads;      ///< sorted by source, thread and instruction
  bool empty() const { return passed.empty(); }
  bool operator==(const LocationOrder&) const = default;
};

template <class Size>
struct InOrderState {
  SmallVector<InOrderThread<Size>, 16> threads;
  Memory<Size::words> memory;
  SmallVector<Message<Size>, 16> messages;  ///< per write
  SmallVector<View<Size>, 3> fences;        ///< what was known at fence.sc, per cluster
  Barriers barriers;
  RareVector<Gathering<Size>> gatherings;
  /// Once all threads are done: the settled value of the first observed locations.
  SmallVector<Value, 2> settled;
  bool too_many_writes = false;
  LocationOrder<Size> order;
  [[no_unique_address]] std::conditional_t<Size::finds_races, Racing<Size>, NotRacing> racing;
  /// Per slot (fence_slots.hpp).
  [[no_unique_address]] std::conditional_t<Size::leaves_fences_open,
                                           SmallVector<OpenFence<Size>, 4>, NoOpenFences>
      open_fences;

  // Compiled once for each size: it takes long, and whoever searches would compile it anew.
  InOrderState();
  InOrderState(const InOrderState&);
  InOrderState(InOrderState&&) noexcept;
  InOrderState& operator=(const InOrderState&);
  InOrderState& operator=(InOrderState&&) noexcept;
  ~InOrderState();
  bool operator==(const InOrderState&) const = default;
};

/// The memory that the rules see.
template <class Size>
SharedMemory<Size> shared_of(const Semantics& semantics, InOrderState<Size>& state) {
  return {semantics, state.memory, span_of(state.messages)};
}

}  // namespace opexplore::ptx_model
