// Which loads the out-of-order form may have to put off.
#pragma once

#include <vector>

#include "opmodel/ptx/maybe_value.hpp"
#include "opmodel/ptx/time_graph.hpp"

namespace opexplore::ptx_model {

/// Whether a write that the access could read may follow from an instruction after it that does not
/// depend on its value. May say so too often, never too seldom.
///
/// Unlike the search for cycles (cycle_walk.hpp) it follows paths that come back to the thread:
/// when one load of a cycle is put off, those behind it may have to be put off with it, although no
/// shortest cycle begins with them.
bool may_read_from_its_future(const TimeGraph& graph, Node access);

/// The resource that a barrier names, if that is known.
MaybeValue resource_of(const Barrier& barrier);

/// Whether who comes to that barrier and goes on knows what the last one brought that it waited
/// for. Not who only arrives there; nor who may have only arrived before, and then waits here to
/// come to a generation of its own.
bool always_takes_along(const Program& program, Node barrier);

/// The same of many barriers: threads that always wait are looked at once.
class TakingAlong {
 public:
  explicit TakingAlong(const Program& program);
  bool operator()(Node barrier) const;

 private:
  const Program& program_;
  std::vector<char> only_arrives_;  // by thread, whether it somewhere does not wait
};

}  // namespace opexplore::ptx_model
