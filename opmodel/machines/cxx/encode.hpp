// A graph as bytes and back: equal graphs give equal bytes.
#pragma once

#include <string>
#include <string_view>

#include "opmodel/machines/cxx/graph.hpp"

namespace opexplore::cxx {

/// Appends the graph.
void encode_graph(const State& state, std::string& bytes);

/// Reads all of the bytes. Precondition: `state` has as many threads, locations and floors as that
/// which was encoded, and is empty otherwise.
void decode_graph(std::string_view bytes, State& state);

}  // namespace opexplore::cxx
