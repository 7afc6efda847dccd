// Where a thread stands in an execution: what it has done is replayed, for registers follow from
// the values of its events.
#pragma once

#include <optional>
#include <vector>

#include "opmodel/machines/ptx_async/context.hpp"

namespace opexplore::ptx_async {

/// A register whose value some read still has to take is unknown.
using MaybeValue = std::optional<Value>;

/// A loop iteration that changed nothing: the thread came back to where it was, with the registers
/// that it had, and has only read, or found a phase not complete.
struct IdleRound {
  std::size_t begin = 0;  ///< in Standing::events
  std::size_t end = 0;
  bool may_race = false;  ///< one of its reads may; known where races are looked for
};

struct Standing {
  enum class Kind : std::uint8_t {
    ready,     ///< before an instruction whose operands are known
    needs,     ///< before one that needs a value that is still to be read
    waits,     ///< at a barrier of its CTA
    diverges,  ///< in a loop without anything but arithmetic
    too_long   ///< in arithmetic for longer than is followed
  };
  Kind kind = Kind::ready;
  InstructionId at = 0;  ///< the number of instructions: at its end
  std::vector<MaybeValue> registers;
  std::vector<EventId> events;  ///< its own in program order, asynchronous ones not among them
  std::vector<IdleRound> idle_rounds;
};

/// Where the thread stands; or stood before one of its events.
Standing standing_of(const Context& context, const State& state, ThreadId thread,
                     EventId before = no_event);

/// Whether no operand of a thread's event waits for a read any more.
bool operands_known(const Context& context, const State& state, EventId event);

/// What a read has taken. Precondition: it is done.
Value value_read(const Context& context, const State& state, const Event& event);

/// The value of an operand that is known.
Value known_value(const Operand& operand, const Standing& standing);

}  // namespace opexplore::ptx_async
