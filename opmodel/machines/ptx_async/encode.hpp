// The bytes of a state: events in the order of threads and programs, whatever the order in which
// they came.
#pragma once

#include <string>
#include <string_view>

#include "opmodel/machines/ptx_async/context.hpp"

namespace opexplore::ptx_async {

/// Gives events the numbers that they have in the bytes. Without those that are `gone`, which
/// nothing follows from: no write that somebody has read, nothing that was counted.
void arrange(State& state, const EventSet& gone = {});

/// Appends the bytes. States that differ in the numbers of events alone have the same.
void encode(const State& state, std::string& bytes);

/// Reads what encode() wrote.
void decode(std::string_view bytes, const Context& context, State& state);

}  // namespace opexplore::ptx_async
