// An automaton inside a machine, drawn for Graphviz.
#pragma once

#include <iosfwd>

#include "opmodel/diagram.hpp"

namespace opexplore {

/// Writes one digraph: the nodes in their order, an arrow to the initial one, and what takes the
/// automaton along an edge in a line each. Throws std::logic_error for a node that is not listed.
void write_dot(std::ostream& out, const Diagram& diagram);

}  // namespace opexplore
