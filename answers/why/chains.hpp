// A cycle cut where it goes against time: at from-reads, and where coherence puts a write before
// one that it follows. What is left are chains along which knowledge would have to travel.
#pragma once

#include <cstddef>
#include <vector>

#include "answers/why/cycle.hpp"

namespace opexplore::why_parts {

/// The part of a chain in one thread; both may be one event.
struct Segment {
  EventNumber entry = no_event;
  EventNumber exit = no_event;
  bool single() const { return entry == exit; }
};

/// From the event that should have been known to the one that should have known it.
/// Invariant: hops[i] leads from segments[i] to segments[i + 1], by reads-from or a barrier.
struct Chain {
  std::vector<Segment> segments;
  std::vector<Arc> hops;
  bool from_read = false;  ///< what is known first is that the event has read
  EventNumber begin() const { return segments.front().entry; }
  EventNumber end() const { return segments.back().exit; }
};

/// The chains of a cycle, each with what comes after it, in order: the arc from the end of one
/// leads to the beginning of the next. A cycle that never goes against time has none: it is cut at
/// the reads-from arc with that number among its own.
std::vector<Chain> chains_of(const Path& cycle, std::size_t cut = 0);

/// How many ways there are to cut it: reads-from arcs where nothing goes against time, else one.
std::size_t cuts_of(const Path& cycle);

/// The chain of a path that nothing closes.
Chain chain_of(const Path& path, EventNumber from);

}  // namespace opexplore::why_parts
