// Loop iterations that changed nothing: a thread stands where it stood before, with the registers
// it had, and has only read, or written back what it read.
//
// Why they can be left out: take all their events out of an execution and let who read from such a
// write read from the one before it, which has the same value. Every relation of the model is then
// a part of what it was, so the execution is consistent, it ends in the same values, and whoever
// raced still races. A write can be taken out only if all scopes at its location include each
// other: otherwise the writes before it may synchronize where they did not.
#pragma once

#include <optional>

#include "opmodel/machines/cxx/context.hpp"
#include "opmodel/machines/cxx/graph.hpp"

namespace opexplore::cxx {

/// What becomes of such an iteration.
enum class Rounds : std::uint8_t {
  kept,      ///< it stays in the graph
  left_out,  ///< the step that completes it is not taken
  closed     ///< that step leads back to the head of the loop
};

/// If the last events of the thread are such an iteration: the index of the first of them.
std::optional<std::size_t> begin_of_spin(const Context& context, const State& state,
                                         ThreadId thread);

/// Whether they are.
bool spins(const Context& context, const State& state, ThreadId thread);

/// If they are, the graph without them: the thread stands at the head of its loop again. Where
/// infinite runs are judged, that is what the last event of the iteration leads to.
std::optional<State> back_at_head(const Context& context, const State& state, ThreadId thread);

}  // namespace opexplore::cxx
