// What the rules are made of: what an operation does, one after the other, when it is executed.
// One function each; they change the state that they are given.
#pragma once

#include "opmodel/machines/vulkan/order.hpp"

namespace opexplore::vulkan {

// acquire — appendix "Memory Model", "Synchronizes-With"
//   a source whose scope has the operation, and it the source's
//   -----------------------------------------------------------------------------------------
//   known[t][M] gains the source and what it hands on, for each mask M that both order
void acquire(const Context& context, State& state, OperationId operation, const EventSet& sources);

/// The event of the operation comes after all of its thread.
EventId record(const Context& context, State& state, OperationId operation);

// see — "Availability and Visibility": visibility operations and their chains
//   write w is available to an instance of this operation's scope or smaller, and that happened
//   before; or w is visible to a larger one by an operation before this one
//   -----------------------------------------------------------------------------------------
//   w is visible by this operation
void see(const Context& context, State& state, const Now& now);

// make_available — likewise: availability operations and their chains
//   write w is this one, or is of this thread and among what this operation is for; or was made
//   available to a smaller instance before this operation, which is inside of it
//   -----------------------------------------------------------------------------------------
//   w is available by this operation, in the second case only to larger instances
void make_available(const Context& context, State& state, const Now& now);

// release — "Synchronizes-With": what the operation hands on is what its thread has done, of each
// mask's classes, and has acquired with that mask.
void release(const Context& context, State& state, OperationId operation, EventId event);

// meet — "Location-Ordered", "Data Race": looks for a race with each recorded access, and gives
// those that come before.
EventSet meet(const Context& context, State& state, const Now& now);

enum class Half : std::uint8_t { read, write };

/// The first place among the messages that a read may read, or a write follow: nothing before it
/// that is ordered before the access comes after it.
std::size_t floor_of(const Context& context, const State& state, LocationId location,
                     const EventSet& ordered, Half half);

/// The same of an access that is only thought of: that the thread executes next, knowing what it
/// does here.
std::size_t floor_ahead(const Context& context, const State& state, OperationId operation);

/// The place of the message that memory has brought to the thread; 0 if it has brought none.
std::size_t brought_place(const State& state, Places places, ThreadId thread);

/// The sources that a store of the thread passes on: releases of its fences, and itself.
EventSet sources_of(const Context& context, const State& state, OperationId operation,
                    EventId event);

/// Of a read-modify-write whose message goes to the place: also what the message before it passes
/// on, that is the one before it among those with which it is mutually ordered.
EventSet inherited(const Context& context, const State& state, OperationId operation,
                   std::size_t place);

/// Puts the message at the place. False if that parts a read-modify-write from what it has read, as
/// far as that is no matter of the axioms.
bool put_message(State& state, const Message& message, std::size_t place);

// start — "System-Synchronizes-With": a thread begins when all before it have ended, and knows
// what they did and knew.
void start_threads(const Context& context, State& state);

}  // namespace opexplore::vulkan
