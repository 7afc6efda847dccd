// settle — once all threads are done, one of the last writes of each location stays.
//
// PTX ISA 8.9.6: coherence is partial. Writes that race may be last together, and any of them may
// be the value that is found afterwards.
//
//   all threads are done     w is a write to location l that no write follows in coherence
//   --------------------------------------------------------------------------------------
//   settled(l) := value of w          (once for each value, of the locations that are observed)
#pragma once

#include <algorithm>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "opmodel/machine.hpp"
#include "opmodel/parts/function_ref.hpp"
#include "opmodel/ptx/coherence.hpp"
#include "opmodel/ptx/context.hpp"
#include "opmodel/ptx/rule_list.hpp"

namespace opexplore::ptx_model {

/// Whether every observed location has its final value.
template <class State>
bool settled(const Context& context, const State& state) {
  return state.settled.size() == context.observed_locations.size();
}

/// The observed location that is next. Precondition: not settled().
template <class State>
LocationId next_to_settle(const Context& context, const State& state) {
  return context.observed_locations[state.settled.size()];
}

/// Guard: a write for each value that it may keep. Precondition: all threads are done, and not
/// settled().
template <class State>
SmallVector<std::size_t, 4> last_values(const Context& context, const State& state) {
  const LocationId location = next_to_settle(context, state);
  const Semantics& semantics = context.semantics;
  const auto last = state.memory.last(location, semantics);
  SmallVector<std::size_t, 4> result;
  if (last.empty()) result.push_back(initial_write);
  last.for_each([&](std::size_t write) {
    const auto is_same = [&](std::size_t other) {
      return state.memory.writes[other].value == state.memory.writes[write].value;
    };
    if (std::none_of(result.begin(), result.end(), is_same)) result.push_back(write);
  });
  return result;
}

/// Action: calls sink(Step, State&&) for each value that the next location may keep.
/// Precondition: all threads are done, and not settled().
template <class State>
void settle(const Context& context, const State& state, FunctionRef<void(Step, State&&)> sink) {
  const LocationId location = next_to_settle(context, state);
  const Semantics& semantics = context.semantics;
  for (const std::size_t write : last_values(context, state)) {
    State next = state;
    next.settled.push_back(state.memory.value(write, location, semantics));
    sink(rule_list.step<settle_{}>(0, {step_number(write, location, semantics)}), std::move(next));
  }
}

/// Values of the test's observables. `register_value(RegisterTerm)` gives those of
/// registers; `settled` are the values of context.observed_locations.
template <class F>
Outcome outcome_of(const Context& context, std::span<const Value> settled, F&& register_value) {
  Outcome result;
  result.reserve(context.test.observables.size());
  for (const Observable& observable : context.test.observables) {
    if (const auto* term = std::get_if<RegisterTerm>(&observable)) {
      result.push_back(register_value(*term));
      continue;
    }
    const LocationId location =
        context.test.program.addresses[std::get<LocationTerm>(observable).address].location;
    std::size_t place = 0;
    while (context.observed_locations[place] != location) ++place;
    result.push_back(settled[place]);
  }
  return result;
}

}  // namespace opexplore::ptx_model
