// Automata inside machines, to be drawn.
#pragma once

#include <string>
#include <vector>

namespace opexplore {

/// An automaton inside a machine, such as the states of a directory entry. Computed from the
/// function that the machine's rules call, never written down a second time.
struct Diagram {
  struct Edge {
    std::string from, to;
    std::vector<std::string> labels;  ///< what takes it there, in the paper's words
  };
  std::string title;
  std::string initial;
  std::vector<std::string> nodes;  ///< in the order in which they are to be drawn
  std::vector<Edge> edges;         ///< at most one from a node to another
};

}  // namespace opexplore
