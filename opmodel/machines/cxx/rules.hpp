// The rules: how an event enters the graph. Each gives the graph with the event, or nothing where
// the event cannot be there; whether the axioms allow the graph is asked afterwards
// (relations.hpp).
#pragma once

#include <optional>

#include "opmodel/machines/cxx/context.hpp"
#include "opmodel/machines/cxx/graph.hpp"

namespace opexplore::cxx {

/// Rule numbers, in the order of Machine::rules.
enum class RuleName : std::uint8_t {
  fence,
  wait,
  write,
  read,
  update,
  postpone,
  late_write,
  late_read,
  late_update
};

/// Bits of a step's argument that are a place in coherence; the others are the event's index.
inline constexpr unsigned place_bits = 7;

/// An access or fence that a thread is about to make, with the values it needs.
struct Pending {
  EventName name;  ///< its place in program order; a new one, or that of a postponed event
  InstructionId instruction = 0;
  bool ready = false;  ///< operands and address are known
  Value operand = 0;   ///< of a store or an atomic
  Value expected = 0;  ///< of a compare-exchange
};

/// fence: takes its place in program order.
State fence(const State& state, const Pending& event);

/// wait, postpone: the event takes its place in program order and is made later.
State postpone(const State& state, const Pending& event);

/// write, late_write: in coherence behind `place` writes; not between an update and its source.
std::optional<State> write(const Context& context, const State& state, const Pending& event,
                           std::size_t place);

/// read, late_read, update, late_update: reads the write at `place` in coherence (0: the initial
/// value). An update writes directly behind it, so no other update may have read it.
std::optional<State> read(const Context& context, const State& state, const Pending& event,
                          std::size_t place);

}  // namespace opexplore::cxx
