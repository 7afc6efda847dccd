// How an execution ends: racing writes settle, and the outcome is read off.
#pragma once

#include <span>
#include <variant>
#include <vector>

#include "opmodel/ptx/coherence.hpp"
#include "opmodel/ptx/context.hpp"

namespace opexplore::ptx_model {

/// Calls f(write, value) once for each value that the observed location number
/// `place` may keep. Coherence is partial: racing writes may be last together,
/// and any of them may stay (PTX ISA 8.9.6).
template <class F>
void settle_location(const Context& context, const Memory& memory, std::size_t place, F&& f) {
  const LocationId location = context.observed_locations[place];
  std::vector<Value> seen;
  for_each_item(memory.last(location, context.semantics), [&](std::size_t write) {
    const Value value = memory.writes[write].value;
    for (const Value other : seen) {
      if (other == value) return;
    }
    seen.push_back(value);
    f(write, value);
  });
}

/// Values of the test's observables. `register_value(RegisterTerm)` gives those of
/// registers; `settled` are the values of context.observed_locations.
template <class F>
Outcome outcome_of(const Context& context, std::span<const Value> settled, F&& register_value) {
  Outcome result;
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
