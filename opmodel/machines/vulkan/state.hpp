// The boxes of the machine of the Vulkan memory model.
//
// Threads run in program order, but for what has not read yet. What they have done that can
// still matter is a list of events; what a thread knows is a set of these events per mask of
// storage classes, for happens-before is closed for each mask by itself. Nothing is ordered
// globally: every axiom of the model is about one location.
//
// Invariants: events are sorted by thread, those of a thread as it executed them; messages are
// sorted by location, those of a location in modification order; sets have numbers of events alone;
// registers that are not live are zero.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "opmodel/machines/vulkan/chains.hpp"
#include "opmodel/machines/vulkan/plan.hpp"
#include "opmodel/parts/bit_set.hpp"

namespace opexplore::vulkan {

using EventId = std::uint16_t;  ///< index into State::events
using EventSet = BitSet<4>;

/// No event: the initial write of a location, or a write that nobody needs to name any more.
inline constexpr EventId no_event = std::numeric_limits<EventId>::max();

/// An operation that was executed.
struct Event {
  OperationId operation = 0;
  EventId reads_from = no_event;  ///< of a read: the write; none if it is the initial one
  EventId read_half = no_event;   ///< of the write of a read-modify-write, where races are followed
  bool operator==(const Event&) const = default;
};

/// What is known of an access where races are followed, beside what the event says.
struct Ordered {
  EventSet location_order;  ///< events that are before it in location order
  EventSet before;          ///< likewise in location order, reads-from, from-read and asmo together
  bool operator==(const Ordered&) const = default;
};

/// The write of a read-modify-write that has not read yet.
struct LateWrite {
  EventId event = no_event;  ///< none: of a load
  Value operand = 0;         ///< what is stored, or combined with what is read
  EventSet before;           ///< accesses to the location that are ordered before it
  EventSet after;            ///< and behind it
  EventSet sources;          ///< of its message, but for what the one before it passes on
  bool operator==(const LateWrite&) const = default;
};

/// A load, or a read-modify-write, that has been executed, and has not read yet.
struct LateRead {
  EventId event = 0;
  EventSet before;  ///< accesses to the location that are ordered before it
  EventSet after;   ///< and behind it
  LateWrite write;
  bool operator==(const LateRead&) const = default;
};

/// A write in the modification order of its location.
struct Message {
  LocationId location = 0;
  EventId write = no_event;  ///< none: the initial write, or one that is only its value any more
  Value value = 0;
  bool bound = false;  ///< the write of a read-modify-write that has read the message before it
  EventSet sources;    ///< releases with which a read of it may synchronise
  /// Threads that memory has brought it to: they read nothing before it, nor place a write there.
  ThreadMask brought = 0;
  bool operator==(const Message&) const = default;
};

/// A write was made available or visible.
struct Stamp {
  enum class Kind : std::uint8_t { available, visible, device_available, device_visible };
  EventId write = 0;
  Kind kind = Kind::available;
  EventId by = 0;          ///< the operation
  ChainPlaces places = 0;  ///< where the chains to it have come; the device domain has none
  bool operator==(const Stamp&) const = default;
  auto operator<=>(const Stamp&) const = default;
};

/// What a release hands on to who acquires it with a mask.
struct Handed {
  EventId release = 0;
  std::uint8_t mask = 0;
  EventSet events;
  bool operator==(const Handed&) const = default;
};

/// A thread that has arrived at a barrier, and what it releases through it.
struct Member {
  ThreadId thread = 0;
  OperationId operation = 0;
  EventId event = 0;  ///< of its arrival; while it waits
  EventSet released;
  bool operator==(const Member&) const = default;
};

/// A control barrier at which somebody has arrived. One with a quorum stays when it is open, for
/// those who come late.
struct Instance {
  ThreadMask members = 0;  ///< the threads that have the barrier
  Value number = 0;
  std::optional<Value> id;
  std::optional<VulkanScope> reach;  ///< of barriers that reach as far as their scope
  std::optional<Value> quorum;       ///< the largest that was named
  bool open = false;
  std::vector<Member> arrived;  ///< by thread; of an open one those with whom others synchronise
  bool operator==(const Instance&) const = default;
};

/// What two accesses lack that race.
enum class Missing : std::uint8_t {
  order,         ///< nothing orders one before the other
  availability,  ///< the write is not available to the other
  visibility,    ///< the write is not visible to the read
  scope          ///< there is order, but not in a scope that has both
};

struct Race {
  OperationId first = 0;
  OperationId second = 0;
  Missing missing = Missing::order;
  bool operator==(const Race&) const = default;
};

struct State {
  std::vector<InstructionId> next;  ///< per thread: the instruction that it executes next
  std::vector<Value> registers;     ///< of all threads, one after the other
  std::vector<Event> events;
  std::vector<Ordered> ordered;    ///< by event, where races are followed; otherwise empty
  std::vector<EventSet> known;     ///< per thread and mask: events that it has acquired
  std::vector<EventSet> start;     ///< likewise: known from threads before it as a whole
  ThreadMask started = 0;          ///< threads whose `start` is there; those that need none, too
  std::vector<EventSet> released;  ///< per thread: releases of its fences
  std::vector<EventSet> through;   ///< per thread: releases that have come through barriers
  std::vector<EventSet> pending;   ///< per thread and class: releases of messages read by atomics
  std::vector<Handed> handed;      ///< by release and mask
  std::vector<Stamp> stamps;       ///< increasing
  std::vector<Message> messages;
  std::vector<LateRead> late;       ///< by event
  std::vector<Instance> instances;  ///< by members, number, id and reach
  std::optional<Race> race;         ///< the first that was found
  bool refuted = false;             ///< the last step breaks an axiom: it is none
  bool operator==(const State&) const = default;
};

/// That of which the event is the read, or the write, if it has not read yet.
inline const LateRead* late_read(const State& state, EventId event) {
  for (const LateRead& late : state.late) {
    if (late.event == event || (late.write.event != no_event && late.write.event == event)) {
      return &late;
    }
  }
  return nullptr;
}

}  // namespace opexplore::vulkan
