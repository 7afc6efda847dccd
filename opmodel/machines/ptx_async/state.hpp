// The boxes of the machine: the execution so far, as a graph of events.
//
// A state holds no order in time but what rules need to know: what was read and counted, who came
// to which barrier. Two runs that differ in nothing else are in one state.
//
// Invariants: events of a thread stand in program order; an asynchronous event stands behind the
// one of its instruction; sets hold numbers of events alone.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "opmodel/parts/barrier.hpp"
#include "opmodel/parts/bit_set.hpp"
#include "opmodel/program.hpp"

namespace opexplore::ptx_async {

using EventId = std::uint8_t;  ///< index into State::events
using EventSet = BitSet<2>;

/// Rows of a relation: behind each event those that it is before.
using Rows = std::vector<EventSet>;

/// No event; as the source of a read the initial value.
inline constexpr EventId no_event = 255;
/// So many events are followed.
inline constexpr std::size_t max_events = 126;

/// What an event is. Those from `descriptor` on are asynchronous: not in program order.
enum class Happens : std::uint8_t {
  read,
  write,
  update,   ///< a read-modify-write, or one that only reads as its comparison fails
  fence,    ///< of any kind: its instruction says which
  barrier,  ///< of a CTA
  control,  ///< an instruction on an mbarrier, of a group, of a cluster, of a grid; or issues
  descriptor,
  source,
  target,
  combine,  ///< a reduction: reads and writes its destination as one
  complete  ///< counts at an mbarrier
};

constexpr bool is_asynchronous(Happens what) { return what >= Happens::descriptor; }

struct Event {
  Happens what = Happens::control;
  ThreadId thread = 0;
  InstructionId instruction = 0;
  EventId issue = no_event;  ///< of an asynchronous event: that of its instruction
  std::uint8_t part = 0;     ///< its number among those of its kind, of one instruction
  bool done = false;         ///< an access that is not done has no value yet; an exchange may have
                             ///< written before it reads
  bool wrote = false;        ///< of an access: it is a write, or an update that is not just a read
  EventId reads_from = no_event;  ///< of an operation on an mbarrier what has initialised it
  AddressId address = 0;          ///< of an access, and of the mbarrier of a completion
  Value value = 0;    ///< written; of a wait whether it was over, of an arrival its phase
  EventSet before;    ///< of a write: those in coherence before it that it had to be ordered
                      ///< with; of a fence.sc likewise
  EventSet observed;  ///< arrivals and completions that a wait has learnt of
  bool operator==(const Event&) const = default;

  bool has_read() const { return reads() && done; }
  bool accesses() const {
    return what <= Happens::update || (is_asynchronous(what) && what != Happens::complete);
  }
  bool reads() const {
    return what == Happens::read || what == Happens::update || what == Happens::descriptor ||
           what == Happens::source || what == Happens::combine;
  }
};

/// An mbarrier (PTX ISA 9.7.15.16): its operations are in one order in every execution.
struct Mbarrier {
  bool valid = false;
  bool phase = false;       ///< the parity of the phase that is being counted
  Value expected = 0;       ///< arrivals of a phase
  Value pending = 0;        ///< arrivals that this phase still lacks
  Value bytes = 0;          ///< expected, and not yet completed
  EventId init = no_event;  ///< what initialised it; none: it was from the beginning
  EventSet completed;       ///< what was counted in completed phases
  EventSet current;         ///< likewise in this one
  bool operator==(const Mbarrier&) const = default;
};

/// Why the execution has no meaning.
struct Undefined {
  EventId event = no_event;
  enum class Why : std::uint8_t {
    not_initialised,
    initialised_twice,
    not_published,  ///< initialised, but whoever uses it need not know
    below_zero,
    counts_none,  ///< a count below one
    completes     ///< `.noComplete` does
  };
  Why why = Why::not_initialised;
  bool operator==(const Undefined&) const = default;
};

struct State {
  std::vector<Event> events;
  std::vector<Mbarrier> mbarriers;  ///< by location, of those that are mbarriers
  Barriers barriers;
  std::optional<Undefined> undefined;
  bool cut = false;  ///< an access had more ways than a step can name: not all are followed
  std::vector<Value> settled;  ///< what observed locations keep, of those that were asked so far
  /// By thread, writes that memory has shown it: it reads nothing that comes before them. Empty
  /// unless infinite runs are judged.
  std::vector<EventSet> shown;
  bool operator==(const State&) const = default;
};

}  // namespace opexplore::ptx_async
