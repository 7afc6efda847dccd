// Tests from cycles, after diy (Alglave et al., "Fences in weak memory models", CAV 2010): a
// cycle of edges says which accesses there are and asks for the execution that has the cycle.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/generate/edge.hpp"
#include "litmus/generate/sketch.hpp"
#include "litmus/input/input_error.hpp"

namespace opexplore::generate {

/// Edges, each from one access to the next, the last one back to the first.
struct Cycle {
  std::vector<Edge> edges;
  std::vector<AccessForm> forms;  ///< of the access from which edges[i] starts
  Language language = Language::ptx;
};

/// Reads edges and, between two edges, the form of the access there:
/// `PodWW rel.gpu Rfe acq.gpu PodRR Fre`. Throws InputError, whose path is "cycle".
Cycle parse_cycle(std::string_view text, Language language = Language::ptx);

/// What parse_cycle reads; accesses that are weak are not mentioned.
std::string to_string(const Cycle& cycle);

/// A cycle whose accesses have found their threads, locations and values. By access:
struct Layout {
  Cycle cycle;  ///< turned so that its first access is the first one of thread 0
  std::vector<std::size_t> thread;
  std::vector<std::size_t> event;     ///< index in its thread; both halves of an update share one
  std::vector<std::size_t> location;  ///< numbered as they first appear
  std::vector<Value> value;           ///< that it writes or has to read
  std::vector<Value> before;          ///< of an atomic that writes: the value it has to replace
  std::size_t threads = 0;
  std::vector<std::size_t> writes;  ///< by location: how many there are
};

/// Lays the accesses out: a thread ends at each external edge, a location at each edge that goes to
/// another one. The writes of a location get the values 1, 2, … in coherence order. Throws
/// InputError if the edges do not fit together, or if the final state could not show the cycle.
Layout lay_out(const Cycle& cycle);

/// The accesses as a sketch that is to be placed.
Sketch sketch_of(const Layout& layout);

/// Which executions a test of a cycle is about.
enum class Filter : std::uint8_t {
  none,
  reads_from  ///< those in which each read at the end of Rfe or Rfi finds what the cycle says
};

/// The test that asks for the cycle, or for the rest of it, without name and comments. If nothing
/// is left to ask for, any execution will do: the question is whether one has a race.
Test test_of(const Layout& layout, const Sketch& sketch, Filter filter = Filter::none);

/// Gives the test such a filter, in place of any it had. What it mentions is not to be shown.
void add_filter(Test& test, const Layout& layout, const Built& built);

/// diy's header lines: the cycle, the generator, and the communications, `Com=Rf Fr`.
std::vector<std::string> header_of(const Cycle& cycle);

}  // namespace opexplore::generate
