// What memory owes the threads of a state, the steps with which it pays (rules/propagate.hpp), and
// how many writes it may owe: for judging infinite runs (MachineOptions::liveness).
//
// Lahav, Namakonov, Oberhauser, Podkopaev, Vafeiadis, Making Weak Memory Models Fair (OOPSLA 2021).
// docs/machines-ptx.md says why the steps lose nothing, and what the window loses.
#pragma once

#include <cstddef>
#include <string_view>

#include "opmodel/progress.hpp"
#include "opmodel/ptx/context.hpp"
#include "opmodel/ptx/in_order/state.hpp"

namespace opexplore::ptx_model {

/// Of a location that is written again and again, so many writes are kept for threads that lag.
/// Another one waits until memory has brought them those that are there.
inline constexpr std::size_t window_writes = 4;
inline constexpr std::string_view beyond_window =
    "of a location that is written in a loop, no more than 4 writes wait for a thread that lags";
static_assert(window_writes == 4, "the sentence says so");

/// Writes that the access comes after, whatever it does: those known well enough and, at the floor,
/// those that it can read or place nothing before.
template <class Size>
typename Size::Items below_access(const Context& context, const InOrderState<Size>& state,
                                  const Access& access);

/// Whether nobody's write can come before what is at the thread's floor: it writes nothing there,
/// or coherence is total.
template <class Size>
bool floor_orders(const Context& context, const InOrderState<Size>& state, ThreadId thread,
                  LocationId location);

/// Whether nobody may still write strongly to the location. Then coherence does not change between
/// the writes that are there: a weak write follows what its thread knows, and is related with no
/// other.
template <class Size>
bool coherence_is_settled(const Context& context, const InOrderState<Size>& state,
                          LocationId location);

/// Whether memory may bring the last writes of the location to the thread: the guard of propagate.
template <class Size>
bool may_propagate(const Context& context, const InOrderState<Size>& state, ThreadId thread,
                   LocationId location);

/// Whether a write to the location has to wait for a step of memory that is enabled.
template <class Size>
bool window_closed(const Context& context, const InOrderState<Size>& state, LocationId location);

/// What is at a floor and makes no difference to its thread goes.
template <class Size>
void forget_floors(const Context& context, InOrderState<Size>& state);

/// What memory owes here: each thread, for each location that it may read again and again, the
/// writes that would keep it from reading what others have overwritten.
template <class Size>
Duties open_duties(const Context& context, const InOrderState<Size>& state);

/// The duty to let a write of the location come last, for none is overtaken for ever.
inline std::uint32_t duty_to_be_last(const Context& context, LocationId location) {
  const std::size_t locations = context.semantics.locations();
  return static_cast<std::uint32_t>(context.semantics.threads() * locations + location);
}

/// What a step does that has just put this write into memory. A read-modify-write goes on with the
/// chain that it reads: what is put before that again and again stays before its first write,
/// however long it becomes.
template <unsigned Words>
StepDuties duties_of_write(const Context& context, const Memory<Words>& memory, std::size_t write) {
  const Duties last{duty_to_be_last(context, memory.access(write, context.semantics).location)};
  const Write<Words>& mine = memory.writes[write];
  if (!mine.after.empty()) return StepDuties{last, {}};
  if (mine.rmw_source != Write<Words>::none) return {};
  return StepDuties{{}, last};
}

}  // namespace opexplore::ptx_model
