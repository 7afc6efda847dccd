// The rules: how an event enters the graph. Each gives the graph with the event; whether the model
// allows it is asked afterwards (relations.hpp of cxx, values.hpp).
#pragma once

#include "opmodel/machines/cxx/context.hpp"
#include "opmodel/machines/cxx/graph.hpp"
#include "opmodel/machines/cxx/rules.hpp"
#include "opmodel/rule_list.hpp"

namespace opexplore::amdgpu {

using cxx::Context;
using cxx::EventArgument;
using cxx::Pending;
using cxx::State;

/// Where in coherence the write of a read-modify-write goes, and where what it reads stands.
struct UpdateArgument {
  std::size_t place = 0;
  std::size_t source = 0;  ///< 0 is the initial value
  std::size_t event = 0;   ///< of the thread, in program order
  static constexpr std::tuple fields{field("place", 5, &UpdateArgument::place),
                                     field("source", 5, &UpdateArgument::source),
                                     field("event", 6, &UpdateArgument::event)};
};

/// Writes to one location that an UpdateArgument can tell apart.
inline constexpr std::size_t max_writes = 30;

/// Whether the event, if it reads that value, may write as well, and whether it may only read: a
/// comparison with `undef` may go either way.
struct Ways {
  bool writes = false;
  bool only_reads = false;
};
Ways ways(const Context& context, const Pending& event, Value read);

/// The value that stands at that place; 0 is the initial one.
Value value_at(const Context& context, const State& state, LocationId location, std::size_t place);

/// How many writes of the location are not atomic: those come first in State::coherence.
std::size_t plain_writes(const Context& context, const State& state, LocationId location);

// fence — LLVM LangRef, fence: takes its place in program order.
State fence(const Context& context, const State& state, const Pending& event, std::size_t);

// arrive — AMDGPUExecutionSynchronization: comes to a barrier of its workgroup, and waits.
State arrive(const Context& context, const State& state, const Pending& event, std::size_t);

// branch — LLVM LangRef, undef: a jump that depends on undef goes one way. That is undefined
// behaviour, if the execution comes to an end.
State branch(const Context& context, const State& state, const Pending& event, std::size_t taken);

// wait — LLVM LangRef, monotonic: a write whose value comes from a postponed read is made later.
State wait(const Context& context, const State& state, const Pending& event, std::size_t);

// write — M, lo: a store takes its place; an atomic one in the order of those, behind `place`.
State write(const Context& context, const State& state, const Pending& event, std::size_t place);

// read — M, value of a read: it reads the write at `place`.
State read(const Context& context, const State& state, const Pending& event, std::size_t place);

// read_undef — M, value of a read: it gets undef.
State read_undef(const Context& context, const State& state, const Pending& event, std::size_t);

// update — M, value of a read; LangRef, atomicrmw: it reads a write and takes a place behind it.
State update(const Context& context, const State& state, const Pending& event,
             const UpdateArgument& argument);

// update_undef — M, value of a read: it gets undef, and writes what comes of that.
State update_undef(const Context& context, const State& state, const Pending& event,
                   std::size_t place);

// postpone — LLVM LangRef, monotonic: a read takes its place in program order and is made later.
State postpone(const Context& context, const State& state, const Pending& event, std::size_t);

/// The rules in the order of their numbers.
inline constexpr RuleList rule_list{
    rule<fence, EventArgument>("fence", "LangRef fence", "takes its place in program order"),
    rule<arrive, EventArgument>("arrive", "AMDGPUExecutionSynchronization",
                                "comes to a barrier of its workgroup, and waits for the others"),
    rule<branch, EventArgument>("branch", "LangRef undef",
                                "a jump on undef goes one way: undefined behaviour"),
    rule<wait, EventArgument>("wait", "LangRef monotonic",
                              "a write whose value comes from a postponed read is postponed too"),
    rule<write, EventArgument>("write", "AMDGPUMemoryModel lo",
                               "a store takes its place among those to the location"),
    rule<read, EventArgument>("read", "AMDGPUMemoryModel value", "reads a write of the location"),
    rule<read_undef, EventArgument>("read_undef", "AMDGPUMemoryModel value",
                                    "races, or what it may see is not available and visible"),
    rule<update, UpdateArgument>("update", "AMDGPUMemoryModel value",
                                 "reads a write and takes a place behind it"),
    rule<update_undef, EventArgument>("update_undef", "AMDGPUMemoryModel value",
                                      "gets undef, and writes what comes of that"),
    rule<postpone, EventArgument>("postpone", "LangRef monotonic",
                                  "a read takes its place in program order and is made later")};

}  // namespace opexplore::amdgpu
