// The rules: how an event enters the graph. Each gives the graph with the event, or nothing where
// the event cannot be there at that place in coherence; whether the axioms allow the graph is asked
// afterwards (relations.hpp).
#pragma once

#include <optional>

#include "opmodel/machines/cxx/context.hpp"
#include "opmodel/machines/cxx/graph.hpp"
#include "opmodel/rule_list.hpp"

namespace opexplore::cxx {

/// Which event, and where in coherence.
struct EventArgument {
  std::size_t place = 0;  ///< in the coherence of its location; 0 is the initial value
  std::size_t event = 0;  ///< of the thread, in program order
  static constexpr std::tuple fields{field("place", 7, &EventArgument::place),
                                     field("event", 9, &EventArgument::event)};
};

/// An access or fence that a thread is about to make, with the values it needs.
struct Pending {
  EventName name;  ///< its place in program order; a new one, or that of a postponed event
  InstructionId instruction = 0;
  bool ready = false;  ///< operands and address are known
  Value operand = 0;   ///< of a store or an atomic
  Value expected = 0;  ///< of a compare-exchange
};

/// Whether the event, if it reads the write at `place` in coherence (0: the initial value), writes
/// as well: a load does not, and a compare-exchange that fails does not.
bool updates(const Context& context, const State& state, const Pending& event, std::size_t place);

/// What a rule gives.
using Grown = std::optional<State>;

// fence — [atomics.fences]: takes its place in program order.
Grown fence(const Context& context, const State& state, const Pending& event, std::size_t place);

// arrive — CUDA C++ Programming Guide, "Synchronization Functions"; [thread.barrier]: comes to a
// barrier of its block, and waits for the others.
Grown arrive(const Context& context, const State& state, const Pending& event, std::size_t place);

// wait — PLDI 2017, 3; [intro.races] 8: a write whose value or address comes from a postponed read
// takes its place in program order and is made later.
Grown wait(const Context& context, const State& state, const Pending& event, std::size_t place);

// write — PLDI 2017, 3.2: in coherence behind `place` writes; not between an update and its source.
Grown write(const Context& context, const State& state, const Pending& event, std::size_t place);

// read — PLDI 2017, 3.2: reads the write at `place`. Precondition: not updates().
Grown read(const Context& context, const State& state, const Pending& event, std::size_t place);

// update — PLDI 2017, 3.2: reads the write at `place` and writes directly behind it, so no other
// update may have read it. Precondition: updates().
Grown update(const Context& context, const State& state, const Pending& event, std::size_t place);

// postpone — ASPLOS 2019, 4.1: a read takes its place in program order and is made later.
Grown postpone(const Context& context, const State& state, const Pending& event, std::size_t place);

// late_write, late_read, late_update — ASPLOS 2019, 4.1: what was postponed, or had to wait, is
// made now, as it would have been made then.
Grown late_write(const Context& context, const State& state, const Pending& event,
                 std::size_t place);
Grown late_read(const Context& context, const State& state, const Pending& event,
                std::size_t place);
Grown late_update(const Context& context, const State& state, const Pending& event,
                  std::size_t place);

// local — [intro.progress]: a thread goes round a loop without accesses and fences. Taken where
// infinite runs are judged, and nowhere else: the graph stays as it is.
Grown local(const Context& context, const State& state, const Pending& event, std::size_t place);

/// Which location.
struct LocationArgument {
  LocationId location = 0;
  static constexpr std::tuple fields{field("location", 8, &LocationArgument::location)};
};

// propagate — Lahav et al., OOPSLA 2021: no write stays unseen for ever. The thread reads nothing
// any more that is earlier than the last write of the location. Taken where infinite runs are
// judged, and nowhere else: it takes reads away.
//   coherence[x] = … · w
//   --------------------
//   floor[t][x] := w
State propagate(const State& state, ThreadId thread, LocationId location);

/// The rules in the order of their numbers.
inline constexpr RuleList rule_list{
    rule<fence, EventArgument>("fence", "[atomics.fences]", "takes its place in program order"),
    rule<wait, EventArgument>(
        "wait", "PLDI 2017 3; [intro.races] 8",
        "a write whose value or address comes from a postponed read is postponed too"),
    rule<write, EventArgument>("write", "PLDI 2017 3.2", "takes its place in coherence"),
    rule<read, EventArgument>(
        "read", "PLDI 2017 3.2",
        "reads a write of the location; so does a compare-exchange that fails"),
    rule<update, EventArgument>("update", "PLDI 2017 3.2",
                                "reads a write and takes the place directly behind it"),
    rule<postpone, EventArgument>("postpone", "ASPLOS 2019 4.1",
                                  "the read waits for a write that follows from a later write"),
    rule<late_write, EventArgument>("late_write", "ASPLOS 2019 4.1",
                                    "a postponed write takes its place in coherence"),
    rule<late_read, EventArgument>("late_read", "ASPLOS 2019 4.1",
                                   "a postponed read reads a write of the location"),
    rule<late_update, EventArgument>(
        "late_update", "ASPLOS 2019 4.1",
        "a postponed update reads a write and takes the place directly behind it"),
    rule<local, EventArgument>("local", "[intro.progress]",
                               "goes round a loop without accesses: for infinite runs alone"),
    rule<propagate, LocationArgument>(
        "propagate", "OOPSLA 2021",
        "a thread will not miss the last write of a location: for infinite runs alone"),
    rule<arrive, EventArgument>("arrive", "[thread.barrier]",
                                "comes to a barrier of its block, and waits for the others"),
};

}  // namespace opexplore::cxx
