// A trace as an execution: what each thread did in program order, what it read, and the orders
// between all of that.
//
// The program is run again, thread by thread, with the values that the trace's reads got. So the
// events stand in program order whatever order the machine took its steps in, and what each value
// depends on is known.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "opmodel/condition.hpp"
#include "opmodel/parts/barrier.hpp"
#include "opmodel/results/trace.hpp"
#include "opmodel/synchronisation.hpp"

namespace opexplore::why_parts {

/// What orders accesses on the machine.
using Rules = Synchronisation;

/// Number of an event.
using EventNumber = std::size_t;

/// Stands for the initial write of a location, and for no event.
inline constexpr EventNumber no_event = ~EventNumber{0};

/// Numbers of events that read, sorted.
using Reads = std::vector<EventNumber>;

/// An access, fence or barrier that was executed. A read-modify-write is one event.
struct Happened {
  ThreadId thread = 0;
  InstructionId instruction = 0;
  std::size_t place = 0;  ///< in its thread's program order
  std::size_t step = 0;   ///< of the read, if it reads, else of the write; from 1
  bool reads = false;
  bool writes = false;
  AddressId address = 0;                ///< of an access, as it names it
  LocationId location = 0;              ///< likewise
  Value read = 0;                       ///< the value
  Value written = 0;                    ///< likewise
  std::size_t write_step = 0;           ///< when it was written
  EventNumber reads_from = no_event;    ///< of one that reads; no_event: initial
  std::optional<WriteRef> name = {};    ///< of a write, as the trace calls it
  std::optional<Arrival> arrival = {};  ///< of a barrier
  Reads depends_on = {};                ///< reads that its value, or whether it happens, depends on
  bool is_access() const { return reads || writes; }
};

/// The execution at the end of a trace.
struct Happening {
  const Test* test = nullptr;
  std::vector<Happened> events;                   ///< thread by thread, in program order
  std::vector<std::vector<EventNumber>> threads;  ///< by thread and place
  /// Pairs of writes to one location, earlier first, closed. The initial write comes first and is
  /// in no pair.
  std::vector<std::vector<bool>> coherence;
  /// The same as the machine ordered them, without what only the final values and the reads show.
  std::vector<std::vector<bool>> settled;
  /// From an arrival to the event behind the barrier that it opened, of another thread; with the
  /// barrier that this one waited at.
  struct Opened {
    EventNumber arrived = no_event;
    EventNumber waited = no_event;
    EventNumber next = no_event;
  };
  std::vector<Opened> barriers;
  /// Of each read it is known whose write it took: the trace says so, or one alone has that value.
  bool knows_sources = true;
  /// Reads that the observables at the end depend on, directly; by observable.
  std::vector<Reads> observed;

  const Instruction& instruction(EventNumber event) const {
    const Happened& one = events[event];
    return test->program.threads[one.thread].instructions[one.instruction];
  }
  const Action& action(EventNumber event) const { return instruction(event).action; }
  bool before_in_coherence(EventNumber earlier, EventNumber later) const {
    return coherence[earlier][later];
  }
  /// Whether the first comes before the second in their thread's program order.
  bool program_order(EventNumber earlier, EventNumber later) const {
    return events[earlier].thread == events[later].thread &&
           events[earlier].place < events[later].place;
  }
  /// Whether the writes that `read` could have read, and that come after what it did read, hold it.
  bool overwrites(EventNumber read, EventNumber write) const {
    const Happened& one = events[read];
    if (!one.reads || !events[write].writes || read == write) return false;
    if (one.location != events[write].location || one.reads_from == write) return false;
    return one.reads_from == no_event || before_in_coherence(one.reads_from, write);
  }
};

/// The execution of a trace of a machine with these rules. Reads from, coherence and final values
/// are the trace's; a thread that the trace does not bring to its end stops where its steps do.
Happening happening_of(const Test& test, const Trace& trace, const Rules& rules);

/// The same of a trace of the program without its fences, whose steps name the instructions of
/// `test`: each thread executes its fences as it comes to them.
Happening happening_with_fences(const Test& test, const Trace& trace, const Rules& rules);

/// Orders one write before another, and closes. The pair must not contradict what is there.
void order(Happening& happening, EventNumber earlier, EventNumber later);

}  // namespace opexplore::why_parts
