// The rules of the machine of the Vulkan memory model, one function per rule. What they are made of
// is in parts.hpp.
//
// A rule changes the state it is given, which is the caller's copy. Whether an instance of it is a
// step shows when it has been taken: State::refuted.
#pragma once

#include "opmodel/machines/vulkan/parts.hpp"
#include "opmodel/rule_list.hpp"

namespace opexplore::vulkan {

/// Which message is read: its place in the modification order of the location, as far as the state
/// has it.
struct ReadArgument {
  std::size_t message = 0;
  static constexpr std::tuple fields{field("message", 8, &ReadArgument::message)};
};

/// Before which message the new one goes, by its place, or behind all.
struct WriteArgument {
  std::size_t place = 0;
  static constexpr std::tuple fields{field("place", 8, &WriteArgument::place)};
};

/// Both, of a read-modify-write; one that fails writes nothing, and has place 0.
struct ModifyArgument {
  std::size_t message = 0;
  std::size_t place = 0;
  static constexpr std::tuple fields{field("message", 8, &ModifyArgument::message),
                                     field("place", 8, &ModifyArgument::place)};
};

/// Which of the barriers at which somebody waits.
struct OpenArgument {
  std::size_t instance = 0;
  static constexpr std::tuple fields{field("instance", 8, &OpenArgument::instance)};
};

/// Which location memory brings to the thread.
struct PropagateArgument {
  LocationId location = 0;
  static constexpr std::tuple fields{field("location", 8, &PropagateArgument::location)};
};

// read — "Location-Ordered": no write, and no message that was read, that is ordered before the
// read comes after what it reads; a non-atomic read without a race reads the last message.
//   acquire; see; meet; r := the message's value
void read(const Context& context, State& state, ThreadId thread, const ReadArgument& argument);

// write — its message goes behind all that is ordered before it, and not between a
// read-modify-write and what that has read; that of a non-atomic one without a race is the last.
//   meet; the message; make_available; release
void write(const Context& context, State& state, ThreadId thread, const WriteArgument& argument);

// modify — both; the message goes directly behind the one that was read.
void modify(const Context& context, State& state, ThreadId thread, const ModifyArgument& argument);

// fence — "Synchronizes-With", cases 2 to 4: an acquire fence takes the releases of messages that
// atomics of its classes have read before it, and those that came through barriers; a release fence
// is one for later stores to its classes, and barriers.
//   acquire; see; make_available; release
void fence(const Context& context, State& state, ThreadId thread);

// avdevice — "Availability and Visibility": all writes that happen before it are available to the
// device.
void avdevice(const Context& context, State& state, ThreadId thread);

// visdevice — what is available to the device, by what happens before it, is visible to all.
void visdevice(const Context& context, State& state, ThreadId thread);

// barrier_arrive — "Synchronizes-With", case 5: what the thread has released up to here goes to all
// that come out of the barrier in scope. The last to come opens it; who comes when a quorum has
// opened it passes, and releases nothing to others.
//   make_available; release; waits
void barrier_arrive(const Context& context, State& state, ThreadId thread);

// barrier_open — a barrier with a quorum opens at some time from when that many have arrived.
//   acquire, see, make_available of each that has arrived
void barrier_open(const Context& context, State& state, ThreadId thread,
                  const OpenArgument& argument);

// local — arithmetic and branches touch the thread's own registers alone.
void local(const Context& context, State& state, ThreadId thread);

// propagate — memory brings the last write of a location to a thread, which reads and places
// nothing before it from then on. It only takes choices away, and is taken where infinite runs are
// judged alone: fairness.hpp says when.
void propagate(const Context& context, State& state, ThreadId thread,
               const PropagateArgument& argument);

/// Whether the quorum of a barrier has arrived, and it is not open.
bool may_open(const Context& context, const State& state, ThreadId thread,
              const OpenArgument& argument);

/// The rules in the order of their numbers.
inline constexpr RuleList rule_list{
    rule<read, ReadArgument>("read", "Vulkan memory model, Location-Ordered",
                             "reads a message that nothing ordered before the read follows"),
    rule<write, WriteArgument>("write", "Vulkan memory model, Location-Ordered",
                               "puts a message behind all that is ordered before the write"),
    rule<modify, ModifyArgument>("modify", "Vulkan memory model, Location-Ordered",
                                 "reads a message and puts its own behind it"),
    rule<fence>("fence", "Vulkan memory model, Synchronizes-With",
                "acquires what atomics before it have read, and releases by atomics behind it"),
    rule<avdevice>("avdevice", "Vulkan memory model, Availability and Visibility",
                   "makes writes that happen before it available to the device"),
    rule<visdevice>("visdevice", "Vulkan memory model, Availability and Visibility",
                    "makes visible what is available to the device"),
    rule<barrier_arrive>("barrier_arrive", "Vulkan memory model, Synchronizes-With",
                         "arrives at a control barrier, which the last to come opens"),
    rule<may_open, barrier_open, OpenArgument>("barrier_open",
                                               "Dat3M litmus tests, quorum of barriers",
                                               "a control barrier whose quorum has arrived opens"),
    rule<local>("local", "SPIR-V specification", "register arithmetic or a branch"),
    rule<propagate, PropagateArgument>("propagate", "Lahav et al., OOPSLA 2021",
                                       "memory brings the last write of a location to a thread"),
    rule<put_off>("put_off", "Vulkan memory model, Acyclicity",
                  "executes a read that will be settled later"),
    rule<read_late, ReadLateArgument>("read_late", "Vulkan memory model, Location-Ordered",
                                      "a read that was put off reads a message"),
};

}  // namespace opexplore::vulkan
