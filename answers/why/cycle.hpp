// Where an execution is no interleaving: cycles of program order, reads-from, coherence, from-reads
// and barriers (Shasha and Snir, TOPLAS 1988), and who is to blame for them.
//
// A cycle with one from-read is the read's fault: everything else in it says that it came after the
// write that it does not see. Without a from-read values come from what follows them, or a write is
// placed before one that it follows. With several none of the reads is more to blame than others.
#pragma once

#include <cstdint>
#include <vector>

#include "answers/why/execution.hpp"
#include "answers/why/why.hpp"

namespace opexplore::why_parts {

enum class Link : std::uint8_t { program_order, reads_from, coherence, from_read, barrier };

/// One step of a cycle.
struct Arc {
  Link link = Link::program_order;
  EventNumber from = no_event;
  EventNumber to = no_event;
  bool operator==(const Arc&) const = default;
};

/// Arcs that each begin where the one before ends; of a cycle the last leads to the first.
using Path = std::vector<Arc>;

/// An access to blame, and the write that it should have seen, or come after.
struct Blamed {
  EventNumber event = no_event;
  Fault fault = Fault::stale;
  EventNumber instead = no_event;
};

/// A cycle, and those to blame for it.
struct Fallacy {
  std::vector<Blamed> blamed;
  Path cycle;
};

/// Orders pairs of racing writes that coherence leaves open as the reads saw them, one read after
/// the other.
void order_as_seen(Happening& happening);

/// The cycles for which somebody is to blame whom the outcome depends on; none of an interleaving.
std::vector<Fallacy> fallacies(const Happening& happening);

/// The cheapest way from one event to another in the order of time: along reads-from and barriers;
/// empty where there is none.
Path way(const Happening& happening, EventNumber from, EventNumber to);

}  // namespace opexplore::why_parts
